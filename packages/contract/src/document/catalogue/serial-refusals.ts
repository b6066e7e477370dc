import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of serial numbers. */
export const serialRefusals = {
  'serial-numbers-required': entry(
    422,
    '物料 {material} 实行序列号管理，{quantity} {unit} 须有 {quantity} 个序列号，已填 {given} 个；请逐件补齐或删去多余的',
    'Material {material} has serial numbers: {quantity} {unit} need {quantity} of them, {given} {given|is|are} entered; enter one for each piece',
  ),
  'serial-numbers-not-managed': entry(
    422,
    '物料 {material} 不实行序列号管理，请清空序列号（已填 {given} 个）',
    'Material {material} has no serial numbers; clear them ({given} entered)',
  ),
  'serial-quantity-whole': entry(
    422,
    '物料 {material} 实行序列号管理，数量须为整件，填写的是 {quantity} {unit}；请改为整数',
    'Material {material} has serial numbers, so its quantity is a whole number of pieces, not {quantity} {unit}; enter a whole number',
  ),
  'serial-count-whole': entry(
    409,
    '物料 {material} 本行盘亏 {missing} 件、盘盈 {surplus} 件，不能部分冲回；请整单冲销',
    'On this line {missing} {missing|piece|pieces} of material {material} {missing|is|are} missing and {surplus} too much, so no part of it can be taken back; reverse the whole document',
  ),
  'serial-number-doubled': entry(
    422,
    '序列号 {serialNo} 重复[（第 {other} 行也有）]；每件的序列号只能填一次，请核对铭牌后更正',
    'Serial number {serialNo} is entered twice[ (also on line {other})]; each piece has its own: compare the name plates and correct it',
  ),
  'serial-number-not-of-source': entry(
    422,
    '序列号 {serialNo} 不在前置单据 {source} 可用的序列号中[（可用：{known}）]；请核对实物后改选',
    'Serial number {serialNo} is none of those open on {source}[ (open: {known})]; check the piece and choose another',
  ),
  'serial-number-unknown': entry(
    409,
    '物料 {material} 没有序列号为 {serialNo} 的库存[，该序列号属于物料 {other}]；请核对铭牌后更正',
    'Nothing of material {material} with serial number {serialNo} is in stock[; it belongs to material {other}]; compare the name plate and correct it',
  ),
  'serial-number-elsewhere': entry(
    409,
    '物料 {material} 的序列号 {serialNo} 不在[货位 {bin}]，而在 {place}；请改选该货位的序列号，或先移库',
    'Serial number {serialNo} of material {material} is not in[ bin {bin}]; it is in {place}; choose a piece that lies there, or move it first',
  ),
  'serial-number-in-stock': entry(
    409,
    '物料 {material} 的序列号 {serialNo} 已在库：{place}[，由 {by} 入库]；请核对铭牌，更正本行，或先冲销录错的单据',
    'Serial number {serialNo} of material {material} is already in stock: {place}[, moved there by {by}]; compare the name plate and correct this line, or reverse the wrong document first',
  ),
  'serial-number-gone': entry(
    409,
    '物料 {material} 的序列号 {serialNo} 已出库[（{by}）]，不在库；请核对铭牌后更正',
    'Serial number {serialNo} of material {material} has left the stock[ ({by})]; compare the name plate and correct it',
  ),
  'serial-number-moved-on': entry(
    409,
    '物料 {material} 的序列号 {serialNo} 已由 {by} 移走[，现在 {place}]，不能冲销；请先冲销该单据',
    'Serial number {serialNo} of material {material} was moved on by {by}[, it is in {place} now], so this cannot be reversed; reverse that document first',
  ),
} as const satisfies Record<string, RefusalEntry>
