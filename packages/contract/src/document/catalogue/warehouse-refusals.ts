import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of warehouse rules: predecessors, masters, batches and goods. */
export const warehouseRefusals = {
  // sources
  'source-not-found': entry(
    422,
    '前置单据行 {source} 不存在或不在您的数据范围内',
    'Source line {source} does not exist or is outside your data scope',
  ),
  'source-wrong-state': entry(
    409,
    '前置单据 {source} 当前为“{state}”，不能引用',
    'Source {source} is "{state}" and cannot be taken up',
  ),
  'source-mixed': entry(
    422,
    '{field} 不一致（{first} / {other}），请分开建单',
    '{field} differs ({first} / {other}); make separate documents',
  ),
  'differs-from-source': entry(
    422,
    '{field} {value} 与前置单据 {source} 的 {other} 不一致：前置单据已有值时不能更改，请改为 {other} 或留空',
    '{field} {value} differs from {other} of {source}: what the predecessor has cannot be changed; enter {other} or leave it empty',
  ),
  'source-required': entry(422, '必须引用前置单据行', 'A source line is required'),
  'source-changed': entry(
    409,
    '{source} 在 ERP 中已{change}；请刷新',
    '{source} was {change} in the ERP; refresh',
  ),
  'order-deleted': entry(
    409,
    '订单行 {source} 已在 ERP 中删除',
    'Order line {source} is deleted in the ERP',
  ),
  'order-blocked': entry(
    409,
    '订单行 {source} 已在 ERP 中冻结，冻结期间不能送货、到货；请联系采购员，解除冻结并同步后再办理',
    'Order item {source} is blocked in the ERP, so nothing is delivered or received on it; ask the buyer, and repeat this once the block is lifted and synchronised',
  ),
  'problem-open': entry(
    409,
    '订单行 {source} 的问题单据 {problem}（{cause}）尚未处理，处理前不能{step}；请采购员确认处理后再办理',
    'Problem document {problem} ({cause}) of order item {source} is open, so nothing of it {step}; repeat this once the buyer has decided about it',
  ),
  'contract-expired': entry(
    409,
    '订单行 {source} 的合同 {contract} 有效期至 {end}，已到期，不能到货；请采购员在 ERP 中延长合同并同步，或在问题单据中确认仍可收货',
    'Contract {contract} of order item {source} was valid to {end} and has expired, so nothing of it arrives; have the buyer prolong it in the ERP and synchronise, or accept the delivery in the problem document',
  ),
  'order-not-received': entry(
    409,
    '订单行 {source} 不入库：{reason}；请采购员在 ERP 中更正订单，或按该原因在 ERP 中收货',
    'Order line {source} is not received into stock: {reason}; have the buyer correct the order in the ERP, or receive it there',
  ),
  'order-completed': entry(
    409,
    '订单行 {source} 已标记交货已完成；如还需收货，请采购员在 ERP 中取消该标记',
    'Order line {source} is marked delivery completed; if more is to be received, have the buyer reset it in the ERP',
  ),
  'delivery-posted-before': entry(
    409,
    '订单行 {source} 的到货单 {arrival} 已过账，不能再随收货传送“交货已完成”；请改为“否”，由采购员在 ERP 的订单中标记',
    'Arrival {arrival} of order line {source} is already posted, so "delivery completed" can no longer be sent with the receipt; choose "No", and have the buyer mark the order in the ERP',
  ),
  'completes-before-others': entry(
    409,
    '本行过账后 ERP 将关闭 {source}，但 {other} 尚未过账，之后会被 ERP 拒绝；请先过账 {other}，或先冲销它',
    'Posting this line closes {source} in the ERP, which would then refuse {other}, not posted yet; post {other} first, or reverse it',
  ),
  'supplier-decides-not': entry(
    403,
    '供应商账号不能办理 {no} 的“{action}”：逾期责任和考核由采购员认定；如有异议，请在情况说明中写明',
    'A supplier\'s account may not do "{action}" on {no}: responsibility and rate are decided by the buyer; state objections in the explanation',
  ),
  // counting
  'no-difference': entry(
    422,
    '物料 {material}[（货位 {bin}）]账实相符，没有差异；请不要选择该行',
    'Material {material}[ in bin {bin}] shows no difference; leave that line out',
  ),
  'write-off-by-higher-level': entry(
    422,
    '盘点单 {no} 的差异须主任审批，不能在此核销；请先办理差异审核，再由主任批准或核销',
    'The differences of stocktaking order {no} need the approval of the director and cannot be written off here; review them first, then the director approves them or writes them off',
  ),
  // masters
  'material-unknown': entry(422, '物料 {material} 不存在', 'Material {material} does not exist'),
  'material-inactive': entry(422, '物料 {material} 已停用', 'Material {material} is disabled'),
  'material-replaced': entry(
    422,
    '物料 {material} 与 {other} 重复，已不用于新单据；请改用 {other}，剩余库存按库存行办理',
    'Material {material} is the same as {other} and is not used in new documents; use {other}, and take what is left of it from the stock',
  ),
  'bin-unknown': entry(
    422,
    '货位 {bin} 不属于库存地点 {plant}/{storageLocation}；请选择该库的货位',
    'Bin {bin} does not belong to storage location {plant}/{storageLocation}; choose one of its bins',
  ),
  'material-not-postable': entry(
    422,
    '物料 {material} 在工厂 {plant} 不能在此办理：{obstacle}，而本单据没有，或不知差异是哪几件，ERP 将拒绝过账；请先在 ERP 更正差异，或直接在 ERP 办理；若该工厂过账时并不需要，请由系统管理员在业务配置中允许',
    'Material {material} cannot be handled in plant {plant}: {obstacle}, which this document does not have, or which nobody knows of the difference, so that the ERP would refuse the posting; correct the difference in the ERP first, or handle it there; let an administrator permit it in the business configuration if postings of the plant do not need it',
  ),
  'bin-inactive': entry(422, '货位 {bin} 已停用', 'Bin {bin} is disabled'),
  'bin-hazard-mismatch': entry(
    422,
    '物料 {material} 的危险类别 {hazard} 不允许存放于货位 {bin}（{binHazard}）；请选择该危险类别的货位',
    'Hazard class {hazard} of material {material} is not allowed in bin {bin} ({binHazard}); choose a bin of that class',
  ),
  'bin-same': entry(
    422,
    '货物已在货位 {bin}；请选择另一货位',
    'The goods lie in bin {bin} already; choose another bin',
  ),
  'bin-being-counted': entry(
    409,
    '货位 {bin} 正在盘点（盘点单 {no}）；请在盘点录入完毕后再移动',
    'Bin {bin} is being counted by stocktaking order {no}; move the goods once its counts are entered',
  ),
  'bin-missing-for-purpose': entry(
    422,
    '库存地点 {plant}/{storageLocation} 没有“{purpose}”货位；请先在货位管理中维护',
    'Storage location {plant}/{storageLocation} has no {purpose} bin; maintain one first',
  ),
  'storage-location-unknown': entry(
    422,
    '库存地点 {plant}/{storageLocation} 不存在',
    'Storage location {plant}/{storageLocation} does not exist',
  ),
  'master-unknown': entry(
    422,
    '{master} {value} 不存在或已停用',
    '{master} {value} does not exist or is disabled',
  ),
  'master-expired': entry(
    422,
    '{master} {value} 已于 {day} 失效，请改选有效的{master}，或先延长其失效日期',
    '{master} {value} expired after {day}; choose one that is valid, or extend its validity first',
  ),
  'master-not-yet-valid': entry(
    422,
    '{master} {value} 自 {day} 起生效，请改选已生效的{master}',
    '{master} {value} is valid from {day} on; choose one that is valid today',
  ),
  'reference-outside': entry(
    422,
    '{master} {value} 不属于{bound} {boundValue}，请重新选择{master}',
    '{master} {value} does not belong to {bound} {boundValue}; choose another {master}',
  ),
  'master-exists': entry(409, '{master} {key} 已存在', '{master} {key} already exists'),
  'master-holds-stock': entry(
    409,
    '{master} {key} 仍有库存（{kinds} 个库存项，如 {material} {quantity} {unit}），请先移出再停用',
    '{master} {key} still holds stock ({kinds} stock {kinds|item|items}, such as {quantity} {unit} of {material}); move it out first',
  ),
  'outside-scope': entry(
    403,
    '{what} {value} 不在您的数据范围内',
    '{what} {value} is outside your data scope',
  ),
  'lines-outside-scope': entry(
    403,
    '{no} 有 {count} 行（第 {lines} 行）不在您的数据范围内；须由对全部行有权限的人办理，或请管理员调整您的数据范围',
    '{no} has {count} {count|line|lines} outside your data scope ({lines}); someone with all lines in scope must do this, or ask an administrator to change your scope',
  ),
  // batch and shelf life
  'date-order': entry(
    422,
    '{later} {laterDate} 不能早于 {earlier} {earlierDate}',
    '{later} {laterDate} may not be before {earlier} {earlierDate}',
  ),
  'date-in-future': entry(
    422,
    '{field} {date} 不能晚于今天',
    '{field} {date} may not be in the future',
  ),
  // acceptance
  'already-received': entry(
    409,
    '{by} 已收货，不能撤回检验结论；请先冲销收货',
    '{by} already received it; reverse the receipt before withdrawing the decision',
  ),
  // receiving and stock
  'customs-not-released': entry(
    409,
    '送货单 {no} 是进口货物，清关单[ {by}] 尚未登记海关放行，不能确认到货；请关务人员在“送货单维护（关务）”登记放行',
    'Delivery note {no} is of imported goods, and its customs clearance[ {by}] is not released: its arrival cannot be confirmed; have the release registered on page "Customs affairs"',
  ),
  'stock-short': entry(
    422,
    '{material}[ 在货位 {bin}][ 批次 {batch}] 可用 {available}，需要 {wanted}；请减少数量或另选货位',
    '{material}[ in bin {bin}][, batch {batch}]: {available} available, {wanted} wanted; reduce it or choose another bin',
  ),
  'stock-moved-on': entry(
    409,
    '{material}[ 在货位 {bin}][ 批次 {batch}] 的库存已[被 {by} ]移走（缺 {missing}）[；请先冲销 {by}]',
    '{material}[ in bin {bin}][, batch {batch},] was moved on[ by {by}] ({missing} missing)[; reverse {by} first]',
  ),
  'stock-held': entry(
    409,
    '{material}[ 在货位 {bin}][ 批次 {batch}] 的库存被[ {by} ]占用（缺 {missing}）；请先释放',
    '{material}[ in bin {bin}][, batch {batch},] is held[ by {by}] ({missing} missing); release it first',
  ),
  'successor-stands': entry(
    409,
    '后续单据 {by} 仍有效；请先删除或冲销 {by}',
    'Successor {by} still stands; delete or reverse {by} first',
  ),
  'linked-document-stands': entry(
    409,
    '公司 {company} 的{document} {no} 仍有效，货物已在该公司入库；请先由该公司对 {no} 办理 ERP 冲销和实物冲销，再重新办理',
    '{document} {no} of company {company} still stands and the goods are in its stock; have that company reverse {no} in the ERP and its goods, then repeat the action',
  ),
  'internal-order-unknown': entry(
    422,
    '内部采购订单 {no} 不是其他公司向本集团工厂订货的未清订单；请核对订单号，新订单请由需方公司先同步',
    'Internal order {no} is no open order of another company to a plant of the group; check the number, or have the receiving company synchronise its orders',
  ),
  'internal-order-other-plant': entry(
    422,
    '内部采购订单 {no} 由工厂 {supplies} 供货，不是本单的工厂 {plant}；请核对订单号，或由工厂 {supplies} 出库',
    'Internal order {no} is supplied by plant {supplies}, not by plant {plant} of this document; check the number, or have plant {supplies} issue the goods',
  ),
  'internal-order-line-wrong': entry(
    422,
    '内部采购订单 {no} 的第 {item} 行不是物料 {material} 的未清行[（该物料在第 {items} 行）]；请改为正确的订单行',
    'Item {item} of internal order {no} is no open item of material {material}[ (it is on item {items})]; enter the right item',
  ),
  'internal-order-without-place': entry(
    422,
    '内部采购订单 {no} 的第 {item} 行没有库存地点；请需方公司在 ERP 订单中补充后重新同步',
    'Item {item} of internal order {no} has no storage location; have the receiving company enter one in the ERP order and synchronise it',
  ),
  'reversal-beyond-moved': entry(
    409,
    '{material} 可冲销 {left}，不能冲销 {wanted}',
    'Of {material} {left} can still be reversed, not {wanted}',
  ),
  'release-beyond-held': entry(
    409,
    '占用数量 {held}，不能释放 {wanted}',
    '{held} is held, {wanted} cannot be released',
  ),
  'period-not-changeable': entry(
    409,
    '期间 {period} 不能开关',
    'Period {period} can be neither opened nor closed',
  ),
  'period-closed': entry(
    422,
    '过账日期所在期间 {period} 在公司 {company} 已关闭[（开放期间：{open}）]：请由该公司开放此期间，再重新办理',
    'Period {period} of the posting date is closed in company {company}[ (open: {open})]: have that company open it, then repeat the action',
  ),
  'posting-date-ahead': entry(
    422,
    '过账日期 {date} 晚于今天（{today}）：请填写今天或之前、期间开放的日期',
    'Posting date {date} is after today ({today}): enter today or an earlier day of an open period',
  ),
  'posting-date-before-movement': entry(
    422,
    '过账日期 {date} 早于物资移动（或被冲销的过账）的日期 {moved}：请填写 {earliest} 或之后的日期；确需更早的，由有权人员申请并经另一人批准调整业务参数“过账日期可早于实物移动的天数”',
    'Posting date {date} is before {moved}, when the goods moved or what is reversed was posted: enter {earliest} or a later day; where it must be earlier, have the business parameter "Days a posting date may precede the movement" changed, which another person approves',
  ),
  // requisition and issue
  'movement-not-allowed': entry(
    409,
    '预留 {source} 不允许移动；请在 ERP 中允许移动后再试，或不再领用该行',
    'Reservation {source} does not allow movements; allow them in the ERP and try again, or do without this line',
  ),
  'reservation-final': entry(
    409,
    '预留 {source} 已最终发货；如还需发料，请在 ERP 中取消该标记，或冲销最终发货的出库单',
    'Reservation {source} is finally issued; if more is needed, reset it in the ERP, or reverse the issue that was final',
  ),
  'picking-unit-outside': entry(
    403,
    '领料单位 {pickingUnit} 不允许从库存地点 {plant}/{storageLocation} 领料',
    'Picking unit {pickingUnit} may not draw from {plant}/{storageLocation}',
  ),
  'action-of-system': entry(
    403,
    '“{action}”由系统随前后单据自动执行，不能手工执行；请在相关单据上操作',
    '"{action}" is done by the system when other documents change and not by hand; act on those documents',
  ),
  'proposal-changed': entry(
    422,
    '物料 {material} 改发 {stock} 的 {quantity} {unit}，而按已占用和先到期先出应发 {proposed}；请改回建议的库存，或填写改选原因',
    'Of material {material}, {quantity} {unit} are taken from {stock}, while {proposed} is proposed (held, then first expired first out); take what is proposed, or enter the reason for other stock',
  ),
  'special-stock-not-permitted': entry(
    422,
    '{material} 不能领用特殊库存 {special} {reference}：{source} 未指明特殊库存，本工厂的规则为“{rule}”，项目库存只能用于所计入的 WBS 元素[ {wbs}]；请改选其他库存',
    '{material} cannot be issued from special stock {special} {reference}: {source} names none, the rule of the plant is "{rule}", and project stock is for the WBS element charged only[ ({wbs})]; choose other stock',
  ),
  'already-issued': entry(
    409,
    '{no} 已有出库单 {by}，不能{action}',
    'Goods issue {by} stands on {no}, so "{action}" is not possible',
  ),
  'account-assignment-missing': entry(
    422,
    '缺少成本对象（成本中心/WBS/订单）',
    'The account assignment (cost centre, WBS or order) is missing',
  ),
  // transfer
  'transfer-same-location': entry(
    422,
    '接收库存地点与发出库存地点相同（{plant}/{storageLocation}），请另选接收库存地点；同一库存地点内请用货位调整',
    'The receiving storage location equals the issuing one ({plant}/{storageLocation}); choose another one, or adjust the bin within one location',
  ),
} as const satisfies Record<string, RefusalEntry>
