import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of transfers to another place, and of changes of owner. */
export const transferRefusals = {
  'transfer-special-between-plants': entry(
    422,
    '物料 {material} 是{stock}库存，不能转到其他工厂；请先办理转为自有，再转储',
    'Material {material} is {stock} stock, which does not go to another plant; make it own stock first, and transfer it then',
  ),
  'ownership-within-plant': entry(
    422,
    '“{type}”只能在工厂 {plant} 内办理；请将接收工厂改为 {plant} 或留空，之后再办理工厂间转储',
    '"{type}" is done within plant {plant} only; enter {plant} as "To plant" or leave it empty, and transfer the goods to the other plant afterwards',
  ),
  'ownership-of-other-stock': entry(
    422,
    '物料 {material} 的这笔库存是{stock}库存，“{type}”只受理{wanted}库存；请另选库存行或更改转储类型',
    'This stock of material {material} is {stock} stock, but "{type}" takes {wanted} stock only; choose another stock row or another transfer type',
  ),
  'difference-undecided': entry(
    422,
    '第 {lines} 行还没有处理；请逐行填写找到、退回和丢失的数量，一次提交',
    'Nothing is decided about line {lines}; enter what was found, is back or is lost of every line, all at once',
  ),
  'difference-not-settled': entry(
    422,
    '物料 {material} 未到 {quantity} {unit}，找到、退回和丢失合计 {sum} {unit}；请改为合计等于未到数量',
    '{quantity} {unit} of material {material} are missing, but found, back and lost add up to {sum} {unit}; make them equal',
  ),
  'difference-pieces-together': entry(
    422,
    '物料 {material} 按序列号管理，一行的未到件只能同为找到、退回或丢失之一；请只填一个数量',
    'Material {material} has serial numbers, so all missing pieces of a line are found, back or lost together; enter one quantity only',
  ),
  'difference-all-returned': entry(
    409,
    '{no} 的货物全部退回了发出方，没有可冲销的移动；如处理有误，请重新办理转储',
    'All goods of {no} are back with the sender, so there is nothing to reverse; if that is wrong, make another transfer',
  ),
  'difference-in-books': entry(
    409,
    '转储单 {transfer} 已过账，物料 {material} 不能再按“退回”处理；请按找到或丢失处理，再办理反向转储',
    'Transfer {transfer} is posted, so material {material} cannot be back with the sender any more; decide found or lost, and transfer it back then',
  ),
  'storage-class-conflict': entry(
    422,
    '物料 {material}（危险类别 {class}）不能放入货位 {bin}：同一库区 {area} 的货位 {otherBin} 有危险类别 {otherClass} 的物料 {other}，两类不得同区存放；请另选库区的货位',
    'Material {material} (hazard class {class}) does not go into bin {bin}: material {other} of class {otherClass} is in bin {otherBin} of the same area {area}, and the two are kept apart; choose a bin of another area',
  ),
  'container-overfilled': entry(
    422,
    '物料 {material} 转储 {quantity} {unit}，超过容器容量 {capacity} {unit}；请减少数量、更换容器或拆行',
    '{quantity} {unit} of material {material} do not fit into a container of {capacity} {unit}; transfer less, take another container or split the line',
  ),
  'container-unnamed': entry(
    422,
    '物料 {material} 用{container}转储，请填写罐号/容器号',
    'Material {material} goes in a {container}; enter its "Container no."',
  ),
  'sharing-own-company': entry(
    422,
    '{company} 是本公司，共享物资申请只向其他公司提出；本公司的库存请直接领用或转储',
    '{company} is the own company, and shared stock is asked for of others; draw or transfer goods of the own company',
  ),
  'sharing-place-unknown': entry(
    422,
    '公司 {company} 没有在用的库存地点 {place}；请从共享物资查询的行上提出申请',
    'Company {company} has no storage location {place} in use; ask from a row of the shared stock',
  ),
  'sharing-not-free': entry(
    409,
    '公司 {company} 的物料 {material} 扣除其安全库存后现可共享 {free} {unit}，少于 {quantity} {unit}；请减少数量，或联系保管员',
    'Company {company} has {free} {unit} of material {material} to share now beyond its safety stock, less than {quantity} {unit}; reduce the quantity, or speak with the keeper',
  ),
} as const satisfies Record<string, RefusalEntry>
