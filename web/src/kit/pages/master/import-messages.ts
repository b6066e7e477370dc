import { defineMessages } from '../../text/messages.ts'

export const importMessages = defineMessages({
  title: { zh: '导入{name}', en: 'Import {name}' },
  sheet: { zh: '工作表', en: 'Sheet' },
  choose: { zh: '选择文件', en: 'Choose a file' },
  hint: {
    zh: '工作簿（.xlsx，第一个工作表）或 CSV，第一行为列名；本页导出的文件可直接导入。一次最多 {limit} 行',
    en: 'A workbook (.xlsx, its first sheet) or CSV with the names of the columns in its first row; what this page exports can be imported. At most {limit} rows at once',
  },
  file: { zh: '{name}：{count} 行', en: '{name}: {count} {count|row|rows}' },
  columns: { zh: '列的对应关系', en: 'Which column is what' },
  field: { zh: '字段', en: 'Field' },
  column: { zh: '文件中的列', en: 'Column of the file' },
  columnOf: { zh: '“{field}”对应的列', en: 'Column for {field}' },
  fixed: { zh: '或：全部行取此值', en: 'Or: this value in all rows' },
  fixedOf: { zh: '“{field}”全部行的值', en: 'Value of {field} in all rows' },
  example: { zh: '首行的值', en: 'In the first row' },
  none: { zh: '不导入', en: 'Not imported' },
  check: { zh: '检查', en: 'Check' },
  missing: {
    zh: '还缺：{fields}；请选择列，或填写全部行的值',
    en: 'Still missing: {fields}; choose a column or enter a value for all rows',
  },
  counts: {
    zh: '新增 {added}，修改 {changed}，相同 {same}，须批准 {requested}，拒绝 {refused}',
    en: '{added} new, {changed} changed, {same} the same, {requested} to be approved, {refused} refused',
  },
  onRefusal: { zh: '有被拒绝的行时', en: 'If rows are refused' },
  stop: { zh: '全部不导入', en: 'Import nothing' },
  skip: { zh: '跳过这些行', en: 'Skip those rows' },
  stopped: {
    zh: '有被拒绝的行：请改正文件后重新选择，或改为跳过这些行',
    en: 'Rows are refused: correct the file and choose it again, or skip those rows',
  },
  nothing: { zh: '没有可导入的行', en: 'There is nothing to import' },
  import: { zh: '导入 {count} 行', en: 'Import {count} {count|row|rows}' },
  imported: {
    zh: '已导入：新增 {added}，修改 {changed}，相同 {same}，须批准 {requested}，跳过 {refused}',
    en: 'Imported: {added} new, {changed} changed, {same} the same, {requested} to be approved, {refused} skipped',
  },
  refusals: { zh: '被拒绝的行', en: 'Refused rows' },
  cell: { zh: '单元格', en: 'Cell' },
  value: { zh: '内容', en: 'Content' },
  reason: { zh: '原因', en: 'Reason' },
  line: { zh: '第 {line} 行', en: 'Row {line}' },
  shownOnly: {
    zh: '只列出前 {count} 项，其余改正后再检查',
    en: 'Only the first {count} are listed; correct them and check again',
  },
})
