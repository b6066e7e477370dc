// What a plan of PostgreSQL, with the rows it has counted (EXPLAIN ANALYZE as JSON), reads of its tables for nothing.

/** A node of a plan; rows are averages over its loops. */
export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Parallel Aware'?: boolean
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** A scan that reads a table as a whole. */
export interface WholeRead {
  table: string
  /** `Seq Scan`, `Index Scan purchase_order_newest`. */
  how: string
  /** Rows read in one run, of as many as the company has that has most. */
  rows: number
  ofRows: number
}

/**
 * From this share of the rows of the largest company on its table counts as read whole: more than the other company has,
 * in which the newest rows are looked for in vain if a value is of one company only.
 */
const wholeShare = 0.6

/** Nodes that answer only after they have read all rows below them: a LIMIT above them stops nothing there. */
const gathering: ReadonlySet<string> = new Set([
  'Sort',
  'Incremental Sort',
  'Aggregate',
  'WindowAgg',
  'Hash',
  'Materialize',
  'SetOp',
  'Recursive Union',
])

/**
 * The scans that read a table as a whole, by whatever node: a sequential scan, an index without a condition, or an index
 * whose condition leaves most of the table, such as the company. Rows that the LIMIT above a scan has taken count as
 * needed; those that were only filtered, sorted, joined to nothing or added up do not. A scan inside a loop counts by its
 * single run, because what repeats it is counted itself. Because lists are read company by company, the rows of one are
 * what a list can read.
 * @param rowsOf the rows of the tables that are large enough to matter, of the company that has most
 */
export function wholeReads(plan: PlanNode, rowsOf: ReadonlyMap<string, number>): WholeRead[] {
  const found: WholeRead[] = []
  const visit = (node: PlanNode, takenAbove: number) => {
    const read = wholeReadOf(node, takenAbove, rowsOf)
    if (read !== null) found.push(read)
    for (const child of node.Plans ?? []) visit(child, takenBelow(node, child, takenAbove))
  }
  visit(plan, 0)
  return found
}

function takenBelow(node: PlanNode, child: PlanNode, takenAbove: number): number {
  const relationship = child['Parent Relationship']
  if (relationship === 'InitPlan' || relationship === 'SubPlan') return 0
  if (node['Node Type'] === 'Limit') return node['Actual Rows']
  return gathering.has(node['Node Type']) ? 0 : takenAbove
}

function wholeReadOf(
  node: PlanNode,
  taken: number,
  rowsOf: ReadonlyMap<string, number>,
): WholeRead | null {
  const table = node['Relation Name']
  const ofRows = table === undefined ? undefined : rowsOf.get(table)
  if (table === undefined || ofRows === undefined) return null
  const perRun =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  // The loops of a parallel scan are its workers, which share the rows.
  const rows = node['Parallel Aware'] === true ? perRun * node['Actual Loops'] : perRun
  if (node['Actual Loops'] === 0 || rows - taken < ofRows * wholeShare) return null
  const how = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ')
  return { table, how, rows: Math.round(rows), ofRows }
}
