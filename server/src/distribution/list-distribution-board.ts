import { distributionBoardQuery } from '@kufang/contract/distribution/distribution-board-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import type { Session } from '../platform/session/session.ts'

const linesOf = (expression: string): string =>
  `(select ${expression} from distribution_order_line l where l.company_code = h.company_code and l.document_id = h.id)`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Of the first line that the person may see: of his material groups, as in every list of lines. */
const firstOf =
  (column: string) =>
  ({ scope: { materialGroups } }: Session): string => {
    const within =
      materialGroups === null
        ? ''
        : ` and l.material_group = any (array[${materialGroups.map(quoted).join(', ')}]::text[])`
    return `(select l.${column} from distribution_order_line l
      where l.company_code = h.company_code and l.document_id = h.id${within} order by l.line_no limit 1)`
  }

/** The orders that are to be delivered or on their way, within the person's scope: those of some days, so they are sorted. */
export const distributionBoardList = bindQuery(distributionBoardQuery, {
  from: `distribution_order h
    left join vehicle v on v.company_code = h.company_code and v.vehicle = h.vehicle
    left join driver d on d.company_code = h.company_code and d.driver = h.driver
    left join picking_unit u on u.company_code = h.company_code and u.picking_unit = h.picking_unit
    left join requester r on r.company_code = h.company_code and r.requester = h.requester
    left join lateral (
      select i.doc_no as issue_no, min(q.required_date) as required_date
      from distribution_order_line l
      join goods_issue i on i.company_code = l.company_code and i.id = l.source_id
      left join goods_issue_line o on o.company_code = l.company_code and o.document_id = l.source_id and o.line_no = l.source_line
      left join requisition q on q.company_code = o.company_code and q.id = o.source_id
      where l.company_code = h.company_code and l.document_id = h.id
      group by i.doc_no
    ) issue on true`,
  where: `h.state in ('waiting', 'allotted', 'loaded', 'underWay', 'partlyRefused', 'refused')`,
  columns: {
    companyCode: filled('h.company_code'),
    id: filled('h.id'),
    version: filled('h.version'),
    docNo: filled('h.doc_no'),
    state: filled('h.state'),
    tripDate: 'h.trip_date',
    vehicle: 'h.vehicle',
    plateNo: 'v.plate_no',
    tripNo: 'h.trip_no',
    stopNo: 'h.stop_no',
    driver: 'h.driver',
    driverName: 'd.name',
    deliveryPlace: 'h.delivery_place',
    pickingUnit: 'h.picking_unit',
    pickingUnitName: 'u.name',
    requesterName: 'r.name',
    description: firstOf('description'),
    quantity: firstOf('quantity'),
    unit: firstOf('unit'),
    lineCount: filled(linesOf('count(*)::integer')),
    weightKg: `coalesce(h.weight_kg, ${linesOf('case when bool_and(l.line_weight_kg is not null) then sum(l.line_weight_kg) end')})`,
    hazardClasses: linesOf(`string_agg(distinct nullif(l.hazard_class, ''), '、')`),
    requiredDate: 'issue.required_date',
    issueNo: 'issue.issue_no',
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    createdAt: filled('h.created_at'),
  },
})
