import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of files of an old system, and of their imports. */
export const legacyRefusals = {
  'legacy-file-unreadable': entry(
    422,
    '文件“{name}”不能作为 CSV 读取：{problem}；请在旧系统或 Excel 中另存为 CSV（UTF-8）后再选择',
    'File "{name}" cannot be read as CSV: {problem}; save it as CSV (UTF-8) in the old system or in Excel and choose that',
  ),
  'legacy-file-empty': entry(
    422,
    '文件“{name}”没有数据：首行应为列名，其下至少一行；请检查导出的内容',
    'File "{name}" has no data: its first row names the columns, and at least one row follows; look at what was exported',
  ),
  'legacy-file-too-long': entry(
    422,
    '文件“{name}”有 {found} 行，一次最多导入 {limit} 行；请按年份或订单拆分后分别导入',
    'File "{name}" has {found} {found|row|rows}, at most {limit} are imported at once; divide it by year or order',
  ),
  'legacy-column-missing': entry(
    422,
    '文件没有列“{column}”，而“{field}”对应该列；请改选一列，或设为不导入',
    'The file has no column "{column}", from which "{field}" is taken; choose another column, or leave the field out',
  ),
  'legacy-field-unmapped': entry(
    422,
    '“{field}”必填，却没有对应的列，也没有固定值；请为它选择一列或填写固定值',
    '"{field}" is required, but has no column and no fixed value; choose a column for it, or enter a value for all rows',
  ),
  'legacy-value-unknown': entry(
    422,
    '{what}“{value}”在本系统中不存在；请在“对照”中为它指定本系统的编码，或改正文件',
    '{what} "{value}" does not exist here; say under "Translations" which code it has here, or correct the file',
  ),
  'legacy-date-unreadable': entry(
    422,
    '{field}“{value}”不是“{format}”形式的日期；请改选日期格式，在“对照”中指定日期或留空，或改正文件',
    '{field} "{value}" is no date of the form "{format}"; choose another form, translate it into a date or into nothing, or correct the file',
  ),
  'legacy-key-twice': entry(
    422,
    '与第 {other} 行是同一张单据的同一行（{key}）；请删除其中一行，或检查单号和行号对应的列',
    'Row {other} is the same line of the same document ({key}); remove one of them, or check the columns of number and item',
  ),
  'legacy-rows-refused': entry(
    422,
    '{count} 行有错误，一行也没有导入；请改正对应关系或文件，或选择“跳过错误行”',
    '{count} {count|row has|rows have} errors, nothing was imported; correct the mapping or the file, or choose to skip wrong rows',
  ),
  'legacy-nothing-left': entry(
    422,
    '全部 {count} 行都有错误，没有可导入的行；请改正对应关系或文件',
    'All {count} {count|row has|rows have} errors, so there is nothing to import; correct the mapping or the file',
  ),
  'legacy-import-taken-back': entry(
    409,
    '导入 {no} 已由 {user} 撤回；请刷新列表',
    'Import {no} was taken back by {user}; refresh the list',
  ),
  'legacy-import-rested-on': entry(
    409,
    '导入 {no} 的 {count} 行后来被导入 {later} 更新；请先撤回导入 {later}',
    '{count} {count|row|rows} of import {no} {count|was|were} changed by import {later} since; take import {later} back first',
  ),
} as const satisfies Record<string, RefusalEntry>
