import type { Filter } from '@kufang/contract/document/api.ts'
import { safeStockQuery } from '@kufang/contract/safe-stock/safe-stock-query.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { materialsWithWord } from '../masters/public.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'
import { todaySql } from './position-sql.ts'

/** What follows from the state of a version, by days and marks that indexes know; the state itself is computed. */
const isOfState: Readonly<Record<string, string>> = {
  revoked: 'v.revoked_at is not null',
  future: `v.revoked_at is null and v.valid_from > ${todaySql}`,
  ended: `v.valid_to < ${todaySql}`,
}

/** The condition for the one state that is asked for, if it is one of few versions. */
function ofState(filters: readonly Filter[]): string {
  const filter = filters.find(
    ({ field, operator }) => field === 'versionState' && (operator === 'eq' || operator === 'in'),
  )
  const [state, ...others] = [filter?.value].flat()
  return (others.length === 0 && isOfState[textOf(state)]) || 'true'
}

const versionText = searchTextSql(['s.document_no', 's.material_no'])

/** All approved versions of quotas, within the person's scope. */
export const safeStockList = bindQuery(safeStockQuery, {
  from: `safe_stock_version v join material m on m.material_no = v.material_no`,
  where: ofState,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `(search_form(v.document_no) like ${pattern} or search_form(v.material_no) like ${pattern} or search_form(m.description) like ${pattern})`
      : `(v.company_code, v.document_id, v.line_no) in (
          select s.company_code, s.document_id, s.line_no from safe_stock_version s
            where ${hasWordSql(versionText, indexed)} and (search_form(s.document_no) like ${pattern} or search_form(s.material_no) like ${pattern})
          union all select s.company_code, s.document_id, s.line_no from safe_stock_version s
            where s.material_no in (${materialsWithWord(pattern, indexed)}))`,
  columns: {
    companyCode: filled('v.company_code'),
    documentId: filled('v.document_id'),
    lineNo: filled('v.line_no'),
    materialNo: filled('v.material_no'),
    description: 'm.description',
    specification: 'm.specification',
    plant: filled('v.plant'),
    storageLocation: filled('v.storage_location'),
    materialGroup: filled('v.material_group'),
    versionState: filled(
      `(case when v.revoked_at is not null then 'revoked' when v.valid_from > ${todaySql} then 'future'
        when v.valid_to < ${todaySql} then 'ended' else 'current' end)`,
    ),
    safetyStock: filled('v.safety_stock'),
    minimumQuantity: filled('v.minimum_quantity'),
    reorderPoint: filled('v.reorder_point'),
    maximumQuantity: filled('v.maximum_quantity'),
    unit: filled('m.unit'),
    leadTimeDays: filled('v.lead_time_days'),
    criticality: filled('v.criticality'),
    validFrom: filled('v.valid_from'),
    validTo: 'v.valid_to',
    documentNo: filled('v.document_no'),
    quotaBasis: filled('v.quota_basis'),
    maintainedByName: filled('v.maintained_by_name'),
    approvedByName: filled('v.approved_by_name'),
    approvedAt: filled('v.approved_at'),
    safetyStockAmount: 'v.safety_stock_amount',
    maximumAmount: 'v.maximum_amount',
  },
})
