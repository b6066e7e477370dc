import { safeStockPositionQuery } from '@kufang/contract/safe-stock/safe-stock-position-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'
import { materialsWithWord, validOn } from '../masters/public.ts'
import { coveredSql, inForceSql, missingSql, positionFrom, todaySql } from './position-sql.ts'

/** Maximum number of rows for totals, and for orders and filters that no index serves: each row is computed. */
const gatheredMax = 10_000

const versionText = searchTextSql(['s.document_no', 's.material_no'])

/** The quotas in force beside the stock, within the person's scope. */
export const safeStockPositionList = bindQuery(safeStockPositionQuery, {
  from: () => positionFrom('v.company_code'),
  where: inForceSql('v'),
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
    positionState: filled(
      `(case when stock.free < v.safety_stock then 'short' when ${coveredSql} <= v.reorder_point and ${missingSql} > 0 then 'reorder'
        when ${missingSql} > 0 then 'below' when stock.free > v.maximum_quantity then 'over' else 'enough' end)`,
    ),
    freeQuantity: filled('stock.free'),
    safetyStock: filled('v.safety_stock'),
    shortQuantity: filled('greatest(v.safety_stock - stock.free, 0)'),
    minimumQuantity: filled('v.minimum_quantity'),
    reorderPoint: filled('v.reorder_point'),
    maximumQuantity: filled('v.maximum_quantity'),
    inspectionQuantity: filled('stock.inspection'),
    orderedQuantity: filled('ordered.quantity'),
    underWayQuantity: filled('coming.quantity'),
    reservedQuantity: filled('stock.reserved'),
    plannedQuantity: filled('planned.quantity'),
    blockedQuantity: filled('stock.blocked'),
    requestedQuantity: filled('asked.quantity'),
    missingQuantity: filled(missingSql),
    unit: filled('m.unit'),
    criticality: filled('v.criticality'),
    leadTimeDays: filled('v.lead_time_days'),
    purchaseRequester: `(select string_agg(distinct r.account, '、') from safe_stock_requester r
      where r.company_code = v.company_code and r.plant = v.plant and r.storage_location in ('', v.storage_location)
        and r.material_group in ('', v.material_group) and r.is_active and ${validOn('r', todaySql)})`,
    quotaBasis: filled('v.quota_basis'),
    documentNo: filled('v.document_no'),
    validFrom: filled('v.valid_from'),
  },
  gathered: {
    rowsMax: gatheredMax,
    inOrderOf: ['materialNo'],
    apart: ['stock', 'ordered', 'coming', 'planned', 'asked'],
  },
})
