import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { MissingPaper } from '@kufang/contract/document/missing-papers.ts'
import { nextSteps } from '@kufang/contract/document/next-step.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { documents } from '@kufang/contract/registry.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { fieldOf, itemWith } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { readParameter } from '../../system/public.ts'
import { documentTable } from '../storage/table.ts'

// Goods that have moved and whose paper is overdue (补单) keep their month from being closed (spec domain.md 1.3: "补单 deadline,
// then alert, then month-end block"; "the month-end gate lists 待补单 and blocks").
//
// A person who closes a period is refused while papers of its goods are overdue. But a month also ends by itself: the period of
// the month before is closed for posting dates unless somebody opens it, because the ERP keeps it so (MARV), and stock moves
// when it moves. That cannot be held back, and need not be: what the month's stock was is a fact, and goods off the books are
// recorded as such. What an auditor asks for is that nobody can overlook them, and that they do not become more. So from the
// end of the month on there is an alarm for each document until its paper is there (`watch-missing-papers.ts`), and no further
// goods without papers are registered in the plant. Goods of an emergency may still leave: refusing them could cost more than
// a late paper, and their own clock is escalated.

const definitions: readonly AnyDocument[] = Object.values<AnyDocument>(documents)
const holding = definitions.filter(({ due }) => due?.holdsMonth !== undefined)

/** Lines read at once: more are no list that anybody works through, and the refusal names fewer. */
const linesMax = 500
const refusedMax = 50
const numbersMax = 5

interface Wanted {
  companyCode: string
  /** Of one plant only. */
  plant?: string
  /** Papers due before this day are overdue. */
  today: LocalDate
  /** Goods that moved in this month (yyyyMM) or earlier. */
  monthMax: string
}

type StoredPaper = Omit<MissingPaper, 'documentLabel' | 'todo'> & {
  state: string
  erpState: string
}

/** Lines of goods whose papers are overdue, the most overdue first: one statement. */
export async function readMissingPapers(
  queryable: Queryable,
  { companyCode, plant = '', today, monthMax }: Wanted,
): Promise<MissingPaper[]> {
  const rows = await queryable.query<StoredPaper>(
    `${holding.map(papersOf).join(' union all ')} order by due_date, document_no, line_no limit ${linesMax}`,
    [companyCode, today, monthMax, plant],
  )
  return rows.map(({ state, erpState, ...row }) => {
    const definition = itemWith(definitions, ({ name }) => name === row.documentType)
    const [step] = nextSteps(definitions, definition, { state, erpState })
    return {
      ...row,
      documentLabel: definition.label,
      todo: step?.label ?? definition.label,
    }
  })
}

function papersOf(definition: AnyDocument): string {
  const { name, due } = definition
  const { header, line, headerColumns, lineColumns } = documentTable(definition)
  const states = due!.states.map((state) => `'${state}'`).join(', ')
  const dueBy = fieldOf(headerColumns, due!.by).sql
  const open = fieldOf(lineColumns, due!.holdsMonth!.quantity).sql
  const unit = pickingUnitField(definition)
  const pickingUnit =
    unit === undefined ? `''` : `coalesce(${fieldOf(headerColumns, unit).sql}, '')`
  return `select h.company_code, '${name}' as document_type, h.id as document_id, h.doc_no as document_no, h.state, h.erp_state,
      l.line_no, l.material_no, coalesce(l.description, '') as description, ${open} as quantity, l.unit, h.plant,
      h.storage_location, to_char(h.document_date, 'YYYYMM') as month, ${dueBy}::text as due_date,
      h.created_by_name as registered_by_name, ${pickingUnit} as picking_unit
    from ${header} h join ${line} l on l.company_code = h.company_code and l.document_id = h.id
    where h.company_code = $1 and h.state in (${states}) and ${dueBy} < $2::date
      and to_char(h.document_date, 'YYYYMM') <= $3 and ($4 = '' or h.plant = $4) and ${open} > 0`
}

/** Whether missing papers keep the months of a company from being closed: business parameter. */
export const papersHoldMonths = async (
  queryable: Queryable,
  companyCode: string,
): Promise<boolean> =>
  (await readParameter(queryable, 'periods.missingPapers', { companyCode })) === 'hold'

/**
 * Refuses to close a month while papers of its goods, or of earlier ones, are overdue.
 * @throws Refusals 'papers-hold-month', one per line
 */
export async function refuseWhilePapersAreMissing(
  queryable: Queryable,
  { companyCode, period, today }: { companyCode: string; period: string; today: LocalDate },
): Promise<void> {
  if (!(await papersHoldMonths(queryable, companyCode))) return
  const papers = await readMissingPapers(queryable, { companyCode, today, monthMax: period })
  if (papers.length === 0) return
  throw refuseAll(
    papers.slice(0, refusedMax).map((paper) => {
      const words = inSentence(paper.documentLabel)
      return {
        code: 'papers-hold-month',
        params: {
          period,
          document: words.zh,
          documentEn: words.en,
          no: paper.documentNo,
          item: paper.lineNo,
          material: paper.materialNo,
          quantity: paper.quantity,
          unit: paper.unit,
          due: paper.dueDate,
          plant: paper.plant,
          who: paper.registeredByName,
          todo: paper.todo.zh,
          todoEn: paper.todo.en,
        },
        field: 'period',
      }
    }),
  )
}

/**
 * Refuses further goods without papers in a plant while those of months that have ended are missing there.
 * @throws Refusal 'papers-overdue'
 */
export async function refuseFurtherGoods(
  queryable: Queryable,
  {
    companyCode,
    plant,
    today,
    lastMonth,
  }: Omit<Wanted, 'monthMax'> & { plant: string; lastMonth: string },
): Promise<void> {
  if (!(await papersHoldMonths(queryable, companyCode))) return
  const papers = await readMissingPapers(queryable, {
    companyCode,
    plant,
    today,
    monthMax: lastMonth,
  })
  if (papers.length === 0) return
  const numbers = [...new Set(papers.map(({ documentNo }) => documentNo))]
  throw refuse('papers-overdue', {
    plant,
    count: numbers.length,
    numbers: `${numbers.slice(0, numbersMax).join(', ')}${numbers.length > numbersMax ? ' …' : ''}`,
  })
}
