import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Queryable } from '../platform/database/database.ts'

export interface SafetyDataSheet {
  materialNo: string
  sheetNo: string
  validFrom: LocalDate | null
  validTo: LocalDate
  fileCount: number
  /** On the day. */
  isValid: boolean
  /** Valid, and with its file. */
  isOnFile: boolean
}

/**
 * The best safety data sheet of each material, by number: one on file rather than one without a file or not valid on the
 * day, and of these the one that is valid longest. Disabled ones count as none. One statement.
 */
export async function readSafetyDataSheets(
  queryable: Queryable,
  companyCode: string,
  materialNos: readonly string[],
  day: LocalDate,
): Promise<Map<string, SafetyDataSheet>> {
  const rows = await queryable.query<SafetyDataSheet>(
    `select distinct on (s.material_no) s.material_no, s.sheet_no, s.valid_from, s.valid_to, s.file_count, v.is_valid, f.is_on_file
     from safety_data_sheet s
       cross join lateral (select s.valid_to >= $3 and coalesce(s.valid_from <= $3, true) as is_valid) v
       cross join lateral (select v.is_valid and s.file_count > 0 as is_on_file) f
     where s.company_code = $1 and s.material_no = any($2::text[]) and s.is_active
     order by s.material_no, f.is_on_file desc, v.is_valid desc, s.valid_to desc, s.sheet_no`,
    [companyCode, [...new Set(materialNos)], day],
  )
  return new Map(rows.map((row) => [row.materialNo, row]))
}
