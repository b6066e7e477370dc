import { entry } from './refusal-entry.ts'

/** Refusals about rows of masters and their import. */
export const masterRefusals = {
  'import-row-repeated': entry(
    422,
    '{key} 在第 {first} 行已出现，请只保留其中一行',
    '{key} stands on line {first} already; keep one of the two',
  ),
  'contract-not-valid': entry(
    422,
    '施工单位“{contractor}”不能按合同号“{contractNo}”领料：{problem}；请改选有效合同，或由管理员在“施工单位合同号配置”维护',
    'Contractor "{contractor}" may not draw goods for contract "{contractNo}": {problem}; choose a valid contract, or have it maintained under "Construction-unit contract numbers"',
  ),
  'material-not-delivered': entry(
    422,
    '物料 {material} 按配送目录不配送（{reason}）；请改为自提出库，或维护配送目录',
    'Material {material} is not delivered by the distribution catalogue ({reason}); issue it for pickup, or maintain the catalogue',
  ),
  'class-proposes-nothing': entry(
    422,
    '分类对物料 {material} 已没有可补充的属性：可能刚被他人采用，或分类已修改；请刷新后重新选择',
    'The classes of material {material} propose nothing for it any more: somebody has taken it meanwhile, or a class was changed; refresh and choose again',
  ),
  'pair-kept-unknown': entry(
    422,
    '判定为同一物料时，须选择保留 {one} 或 {other}',
    'Choose which of {one} and {other} is kept',
  ),
  'pair-units-differ': entry(
    422,
    '{one} 的单位是 {unit}，{other} 的单位是 {otherUnit}，数量不能一对一替代；请先在 SAP 统一单位，或判定为不同物料',
    '{one} is measured in {unit} and {other} in {otherUnit}, so that they do not replace each other one for one; make the units the same in SAP, or decide that they are others',
  ),
  'pair-kept-replaced': entry(
    422,
    '{material} 已由 {other} 替代；请按 {other} 判定，或先撤销原判定',
    '{material} has been replaced by {other}; decide about {other}, or take that decision back first',
  ),
  'inspection-unit-unknown': entry(
    422,
    '质检单位“{unit}”不在质检单位主数据中或已停用；请选择列表中的单位，或先在“质检单位”中维护',
    'Inspection unit "{unit}" is not in the master of inspection units, or not in use; choose one of the list, or have it maintained first',
  ),
  'inspector-not-of-unit': entry(
    422,
    '{account} 不属于质检单位“{unit}”；请改选其质检员（{accounts}），或在“用户与质检单位关系”中授权',
    '{account} does not inspect for "{unit}"; choose one of its inspectors ({accounts}), or grant it under "User - inspection unit relation"',
  ),
} as const
