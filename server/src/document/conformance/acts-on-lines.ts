import { personActions } from '@kufang/contract/document/decide.ts'
import { addQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { expect } from 'vitest'
import type { Given } from '../journey/walk.ts'
import type { DocumentLine } from '../storage/document.ts'
import { refusalsOf, type Subject } from './subject.ts'

// What an act leaves of the lines it is about, whatever the document: in which bins the goods lie, what a refusal leaves,
// and that no more is entered than a line allows.

/** The bins of a line to which the document moved goods, by line number and id of the movement. */
async function binsOfMoves(
  { world, name }: Subject,
  id: string,
): Promise<{ id: string; lineNo: number; bin: string }[]> {
  return world.database.query(
    `select m.id, m.line_no, k.bin from stock_move m
     join stock_key k on k.company_code = m.company_code and k.id = m.to_key
     where m.document_type = $1 and m.document_id = $2 and m.reverses is null order by m.id`,
    [name, id],
  )
}

/**
 * Goods lie in the bin that was named for their line by the act that moved them, or by one before, such as the report of what a
 * second person has decided.
 */
function expectNamedBins(
  { definition }: Subject,
  action: string,
  given: Given,
  lines: readonly DocumentLine[],
  moved: readonly { lineNo: number; bin: string }[],
): void {
  const asked = new Set(
    Object.values(definition.actions).flatMap((one) => Object.keys(one.lineInput ?? {})),
  )
  const told = Object.entries(definition.lines).flatMap(([name, { master, by }]) =>
    master === 'bin' && by === 'server' && asked.has(name) ? [name] : [],
  )
  for (const line of lines) {
    const named = told.flatMap((name) => (line as Readonly<Record<string, unknown>>)[name] ?? [])
    const there = moved.filter(({ lineNo, bin }) => lineNo === line.lineNo && bin !== '')
    if (named.length === 0) continue
    for (const { bin } of there) expect(named, `where line ${line.lineNo} was to go`).toContain(bin)
  }
  const { lineInput = {} } = definition.actions[action]!
  const bins = Object.keys(lineInput).filter((name) => lineInput[name]!.master === 'bin')
  for (const line of given.lines ?? []) {
    const there = moved.filter(({ lineNo }) => lineNo === line.lineNo).map(({ bin }) => bin)
    for (const name of bins) {
      const named = line[name]
      if (there.length === 0 || typeof named !== 'string' || named === '') continue
      expect(there, `where the goods of line ${line.lineNo} lie, by ${name}`).toContain(named)
    }
  }
}

const empty: ReadonlySet<unknown> = new Set([null, undefined, '', '0', false])

/**
 * The declared fields of lines that have a value; nothing, zero and no are the same. Words that a person enters with the act
 * stay, to be corrected; so does what the ledger knows of the goods in their second unit.
 */
function valuesOf(
  { definition }: Subject,
  action: string,
  lines: readonly DocumentLine[],
): Record<string, unknown>[] {
  const { lineInput = {} } = definition.actions[action]!
  const names = Object.keys(definition.lines).filter(
    (name) =>
      name !== 'secondQuantity' && !['text', 'choice'].includes(lineInput[name]?.kind ?? ''),
  )
  return lines.map((line) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = (line as Readonly<Record<string, unknown>>)[name]
        const isNone = empty.has(value) || (Array.isArray(value) && value.length === 0)
        return isNone ? [] : [[name, value]]
      }),
    ),
  )
}

/** The acts of persons that lead from a state back to another: the refusal of what was asked for, and its withdrawal. */
function waysBack({ definition }: Subject, from: string, to: string): string[] {
  return Object.entries(personActions(definition)).flatMap(([action, declared]) => {
    const isBack = declared.isUndo === true || /^(refuse|reject|withdraw|takeBack)/.test(action)
    return isBack && declared.from.includes(from) && declared.to === to ? [action] : []
  })
}

/** One unit more of a line than it allows is refused, for each limit (`lineLimits`), and says which. */
export async function refusesTooMuch(subject: Subject, action: string): Promise<void> {
  const id = await subject.waiting(action)
  const given = await subject.given(id, action)
  const { lines } = await subject.world.read(subject.name, id)
  const [first] = given.lines ?? []
  const line = lines.find(({ lineNo }) => lineNo === first?.lineNo)
  expect(line, 'a line for which something is entered').toBeDefined()
  for (const [name, limit] of Object.entries(subject.definition.actions[action]!.lineLimits!)) {
    const most = ((line as Record<string, unknown>)[limit] ?? '0') as Quantity
    const more = { ...first!, [name]: addQuantity(most, '1' as Quantity) }
    const actor = subject.world.actorFor(subject.name, action)
    const attempt = subject.actAs(actor, id, action, { given: { ...given, lines: [more] } })
    const found = (await refusalsOf(attempt)).map(({ code, field }) => [code, field])
    expect(found).toContainEqual(['quantity-beyond-line', name])
  }
}

/**
 * What an act leaves of the lines, to be asked once it is done: the goods lie where it said, and every act that leads back to
 * the state before leaves the lines as they were, so that nothing that was refused stays on them.
 */
export async function watchLines(
  subject: Subject,
  id: string,
  action: string,
  given: Given,
): Promise<() => Promise<void>> {
  const { world, name, definition, journey } = subject
  const before = await world.read(name, id)
  const known = new Set((await binsOfMoves(subject, id)).map((move) => move.id))
  return async () => {
    const moved = (await binsOfMoves(subject, id)).filter((move) => !known.has(move.id))
    const { header, lines: now } = await world.read(name, id)
    expectNamedBins(subject, action, given, now, moved)
    if (header.state === before.header.state) return
    const ways = waysBack(subject, header.state, before.header.state).filter(
      (back) =>
        definition.actions[back]!.erpFrom?.includes(header.erpState) !== false &&
        journey.acts[back]!.after === undefined,
    )
    for (const [index, back] of ways.entries()) {
      if (index > 0) await subject.act(id, action)
      await subject.act(id, back)
      const { lines } = await world.read(name, id)
      expect(valuesOf(subject, action, lines), `the lines after ${back}`).toEqual(
        valuesOf(subject, action, before.lines),
      )
    }
  }
}
