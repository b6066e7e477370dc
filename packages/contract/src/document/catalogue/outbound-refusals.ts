import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of requisitions, of picking, and of the paper of goods that left before it. */
export const outboundRefusals = {
  'requester-self': entry(
    409,
    '领料人 {requester} 就是本人；紧急出库的领料人须另有其人，请更正，或由另一位保管员发料',
    'Requester {requester} is you; goods of an emergency go to somebody else: correct the requester, or have another storekeeper issue them',
  ),
  'nothing-taken-back': entry(
    422,
    '{no} 各行的退回数量都是零，没有退回；请填写退回的数量',
    'Nothing of {no} is taken back: all quantities are zero; enter what came back',
  ),
  'reservation-unknown': entry(
    422,
    '没有预留 {source}，或它不是工厂 {plant} 物料 {material} 的自有库存预留；请核对预留号和行号，或留空并填写成本对象',
    'There is no reservation item {source}, or it is not for own stock of material {material} in plant {plant}; check its number and item, or leave it empty and enter the account assignment',
  ),
  'reservation-differs': entry(
    422,
    '预留 {source} 的{field}是 {reserved}，领料单填的是 {entered}；请改为一致',
    '{field} of reservation item {source} is {reserved}, but {entered} was entered; make them agree',
  ),
  'picking-unit-differs': entry(
    422,
    '紧急出库单 {no} 的领料单位是 {unit}；请由该单位补单',
    'The goods of emergency issue {no} went to unit {unit}; its paper comes from that unit',
  ),
  'being-picked': entry(
    409,
    '{no} 没有可拣的数量：未清的已在 {by} 拣货；请继续该出库单，或先删除它（已拣货的先撤销拣货）',
    'Nothing of {no} is left to be picked: what is open is in {by}; go on with that goods issue, or delete it first, after its picking is undone',
  ),
  'nothing-in-stock': entry(
    422,
    '{no} 的物资在库存地点没有可用库存；请先补库或转储，或由领料单位核销剩余数量',
    'Nothing that {no} asks for is available in its storage location; have it replenished or transferred, or the unit write off the remainder',
  ),
  'final-before-delivery': entry(
    409,
    '预留 {source} 还有配送在途的出库单 {other}，签收前不能最终发货；请把本行的最终发货改为“按规则”或“否”，或等 {other} 签收、撤回',
    'Goods of reservation {source} are in distribution with {other}, so it is not finally issued yet; set final issue of this line to by rule or no, or wait until {other} is signed for or recalled',
  ),
  'wanted-batch-missing': entry(
    422,
    '物料 {material} 指定批次 {batch}，未清 {quantity} {unit}，但该批次没有可用库存；请待其到货，或新建出库单，选其他批次并填写改选原因，或由领料单位核销',
    'Of material {material}, {quantity} {unit} of batch {batch} are asked for, but none of it is available; wait until it comes in, or create a goods issue of another batch with the reason for other stock, or have the unit write it off',
  ),
  'wanted-batch-changed': entry(
    422,
    '物料 {material} 指定批次 {batch}，改发 {stock} 的 {quantity} {unit}，而应发 {proposed}；请只发指定批次，或填写改选原因',
    'Of material {material}, batch {batch} is asked for, but {quantity} {unit} are taken from {stock}, while {proposed} is proposed; take the batch that is asked for, or enter the reason for other stock',
  ),
  'gate-pass-used': entry(
    409,
    '{no} 的放行条已由 {user} 于 {at} 使用；同一批物资只放行一次，请扣留并联系仓库',
    'The gate pass of {no} was used by {user} at {at}; goods pass once: hold them and call the warehouse',
  ),
  'gate-pass-none': entry(
    409,
    '{no} 是紧急出库的补单，物资早已出门，没有放行条；请扣留现有物资并联系仓库',
    '{no} is the paper of an emergency issue whose goods left before, and has no gate pass; hold the goods that are here and call the warehouse',
  ),
  'gate-pass-unknown': entry(
    404,
    '这不是本系统签发的放行条，或被改动过；请扣留物资并联系仓库',
    'This is no gate pass of this system, or it was changed; hold the goods and call the warehouse',
  ),
  'papered-issue-whole': entry(
    409,
    '{no} 是紧急出库的补单，物资早已在领料单位手中，不能部分冲销；请整单冲销，再按实际数量补单，退回的物资在“出库补单”中退回库存',
    '{no} is the paper of an emergency issue, whose goods the unit has had before, and is not reversed in part; reverse it as a whole, hand in the paper of what was used, and take the rest back under outbound supplement',
  ),
} as const satisfies Record<string, RefusalEntry>
