import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of dangerous goods that a unit draws, and of bins that cannot take goods. */
export const chemicalRefusals = {
  'receiving-location-outside': entry(
    403,
    '库存地点 {plant}/{storageLocation} 不是领料单位 {pickingUnit} 的；请选择本单位的库存地点，或请管理员维护“领料单位与库存地点”',
    'Storage location {plant}/{storageLocation} does not belong to picking unit {pickingUnit}; choose one of the unit, or have "Picking unit - storage location relation" maintained',
  ),
  'not-a-chemical': entry(
    422,
    '物料 {material} 没有危险类别，不是化学品；请删除该行，改用转储单或普通领料单办理',
    'Material {material} has no hazard class, so it is no chemical; delete the line, and use a transfer order or an ordinary requisition',
  ),
  'permit-missing': entry(
    422,
    '物料 {material} 是危险化学品（危险类别 {class}），领用要作业许可证；请在领料单填写“作业许可证号”和“许可证有效期至”（已批准的先撤销批准并撤回）',
    'Material {material} is dangerous (hazard class {class}) and is drawn under a permit; enter "Permit no." and "Permit valid to" in the requisition (withdraw its approval and the requisition first if it is approved)',
  ),
  'permit-expired': entry(
    422,
    '作业许可证 {permit} 已于 {date} 到期；请办理新的许可证，填入领料单（已批准的先撤销批准并撤回）',
    'Permit {permit} expired on {date}; have a new one issued and enter it in the requisition (withdraw its approval and the requisition first if it is approved)',
  ),
  'safety-sheet-missing': entry(
    422,
    '物料 {material} 没有在档的安全技术说明书；请先在“安全技术说明书”登记并上传文件',
    'There is no safety data sheet of material {material} on file; register it on page "Safety data sheets" first, with its file',
  ),
  'safety-sheet-without-file': entry(
    422,
    '物料 {material} 的安全技术说明书 {sheet} 没有上传文件；请先在“安全技术说明书”上传',
    'Safety data sheet {sheet} of material {material} has no file; attach it on page "Safety data sheets" first',
  ),
  'safety-sheet-expired': entry(
    422,
    '物料 {material} 的安全技术说明书 {sheet} 不在有效期内（{from} 至 {to}）；请先登记有效版本',
    'Safety data sheet {sheet} of material {material} is not valid today (from {from} to {to}); register a valid one first',
  ),
  'chemical-cap-missing': entry(
    422,
    '物料 {material} 没有个人限量；请先在物料主数据维护，经批准后再申领',
    'Material {material} has no cap per person; have it entered in the material master and approved first',
  ),
  'chemical-cap-exceeded': entry(
    422,
    '物料 {material}：{requester} 在 {days} 天内限领 {cap} {unit}，已申领 {drawn} {unit}，还可申领 {left} {unit}，本单要 {quantity} {unit}；请减少数量，或先核销未领用的领料单',
    'Material {material}: {requester} may draw {cap} {unit} within {days} {days|day|days} and has drawn {drawn} {unit}, so {left} {unit} are left, but {quantity} {unit} are requested; request less, or write off what is not needed of earlier requisitions first',
  ),
  'bin-not-for-storage': entry(
    422,
    '货位 {bin} 不是存储货位；请选择存储货位',
    'Bin {bin} is not for storage; choose a storage bin',
  ),
  'bin-not-mixed': entry(
    422,
    '货位 {bin} 不允许混放，物料 {material} 不能与 {other} 同放；请另选货位',
    'Bin {bin} takes one material only, and material {material} would lie beside {other}; choose another bin',
  ),
  'bin-overloaded': entry(
    422,
    '货位 {bin} 承重 {capacity} kg，已占 {taken} kg，放不下 {weight} kg；请减少数量或另选货位',
    'Bin {bin} carries {capacity} kg, of which {taken} kg are taken; {weight} kg more do not fit: request less or choose another bin',
  ),
  'bin-too-many-pieces': entry(
    422,
    '货位 {bin} 最多放 {capacity} 件，已放 {taken} 件，放不下物料 {material} 的 {pieces} 件；请减少数量或另选货位',
    'Bin {bin} takes {capacity} pieces, of which {taken} are there; {pieces} of material {material} more do not fit: put less there or choose another bin',
  ),
} as const satisfies Record<string, RefusalEntry>
