import { choice, instant, integer, reference, text } from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { legacyImportPath, legacyKinds, type LegacyField } from './legacy-document.ts'

/**
 * Every import of legacy documents, latest first: who, when, which file, by which mapping, with what result. SAP:
 * legacy data migration.
 */
export const legacyImportQuery = defineQuery({
  name: 'legacy-import',
  area: 'legacy-documents',
  label: label('历史单据导入', 'Imports of legacy documents'),
  fields: {
    importNo: integer(label('导入号', 'Import'), { width: 80 }),
    state: text(label('状态', 'State'), { width: 90 }),
    createdAt: instant(label('导入时间', 'Imported at'), { width: 150 }),
    createdByName: text(label('导入人', 'Imported by'), { width: 90 }),
    kind: choice(label('类型', 'Kind'), legacyKinds, { width: 80 }),
    sourceSystem: text(label('来源系统', 'Old system'), { width: 100 }),
    fileName: text(label('文件', 'File'), { width: 220 }),
    mappingName: text(label('对应关系', 'Mapping'), { width: 140 }),
    rowCount: integer(label('行数', 'Rows'), { width: 70 }),
    newCount: integer(label('新增', 'New'), { width: 70 }),
    changedCount: integer(label('更新', 'Changed'), { width: 70 }),
    sameCount: integer(label('已有', 'There already'), { width: 70 }),
    refusedCount: integer(label('拒绝', 'Refused'), { width: 70 }),
    emptiedCount: integer(label('留空单元格', 'Cells left empty'), { width: 100 }),
    digestSha256: text(label('文件摘要', 'SHA-256 of the file'), { width: 160 }),
    takenBackAt: instant(label('撤回时间', 'Taken back at'), { width: 150 }),
    takenBackByName: text(label('撤回人', 'Taken back by'), { width: 90 }),
    takenBackReason: text(label('撤回原因', 'Reason'), { width: 160 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid' },
  key: ['id'],
  sort: { field: 'createdAt', direction: 'desc' },
  search: ['fileName', 'mappingName'],
  scope: { companyCode: 'companyCode' },
  states: {
    state: {
      done: { label: label('已导入', 'Imported'), tone: 'done' },
      takenBack: { label: label('已撤回', 'Taken back'), tone: 'undone' },
    },
  },
  pages: {
    [legacyImportPath]: {
      kind: 'screen',
      columns: [
        'importNo',
        'state',
        'createdAt',
        'kind',
        'sourceSystem',
        'newCount',
        'changedCount',
        'sameCount',
        'refusedCount',
        'fileName',
        'createdByName',
        'mappingName',
        'rowCount',
        'emptiedCount',
        'takenBackAt',
        'takenBackByName',
        'takenBackReason',
      ],
      filters: ['kind', 'state', 'sourceSystem', 'createdByName', 'createdAt'],
    },
  },
})

/** A file as read (`POST /api/legacy-documents/read`): its columns, each with some of its values. */
export interface LegacyFile {
  fileName: string
  rowCount: number
  headers: string[]
  /** By column: up to six different values. */
  samples: string[][]
}

/** How many rows an import has or would have. */
export interface LegacyCounts {
  rowCount: number
  newCount: number
  /** There already, with other values: they are updated. */
  changedCount: number
  /** There already, with the same values. */
  sameCount: number
  refusedCount: number
  /** Cells that were left empty because they could not be read, as the mapping says. */
  emptiedCount: number
}

/** Why a cell is refused: the row of the file (`line`), the field, the column, what it contains, in both languages. */
export type LegacyProblem = RefusalDetail & {
  column: string
  value: string
  zh: string
  en: string
}

/** A value that names nothing here, how often it occurs, and the code it may mean. */
export interface UnknownLegacyValue {
  field: LegacyField
  value: string
  count: number
  /** Of the only supplier, material or unit with this name. */
  proposed: string | null
}

/** What an import would do (`POST /api/legacy-documents/check`). */
export interface LegacyCheck extends LegacyCounts {
  /** The first ones by row, after them cells whose value is among `unknown`; `problemCount` of all. */
  problems: LegacyProblem[]
  problemCount: number
  unknown: UnknownLegacyValue[]
  /** The first rows that are not refused, as they would be stored. */
  preview: { line: number; values: Record<string, string | null> }[]
}

/** What an import has done (`POST /api/legacy-documents/imports`). */
export interface LegacyImported extends LegacyCounts {
  id: string
  importNo: number
}
