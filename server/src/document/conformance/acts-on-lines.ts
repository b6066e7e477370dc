import { personActions } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
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
 * second person has decided; and in none that the line does not name, if it names any.
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
  const { lineInput = {} } = definition.actions[action]!
  const bins = Object.keys(lineInput).filter((name) => lineInput[name]!.master === 'bin')
  const own = Object.keys(definition.lines).filter(
    (name) => definition.lines[name]!.master === 'bin',
  )
  for (const line of lines) {
    const valuesOfLine = (row: object, names: readonly string[]) =>
      names.flatMap((name) => (row as Readonly<Record<string, unknown>>)[name] || [])
    const entered = given.lines?.find(({ lineNo }) => lineNo === line.lineNo) ?? {}
    const there = moved.filter(({ lineNo, bin }) => lineNo === line.lineNo && bin !== '')
    const named = valuesOfLine(line, told)
    const known = [...valuesOfLine(line, own), ...valuesOfLine(entered, bins)]
    for (const { bin } of there) {
      if (named.length > 0) expect(named, `where line ${line.lineNo} was to go`).toContain(bin)
      if (known.length > 0) expect(known, `where line ${line.lineNo} may go`).toContain(bin)
    }
  }
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
  { lines: declared }: AnyDocument,
  lines: readonly DocumentLine[],
  lineInput: Fields = {},
): Record<string, unknown>[] {
  const names = Object.keys(declared).filter(
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

/**
 * The acts of persons that lead from a state back to another: the refusal of what was asked for, and its withdrawal. What is
 * returned to be corrected is a draft again.
 */
function waysBack({ definition }: Subject, from: string, to: string): string[] {
  const { editable } = definition
  const isThere = (state: string | null): boolean =>
    state === to || (state !== null && editable.includes(state) && editable.includes(to))
  return Object.entries(personActions(definition)).flatMap(([action, declared]) => {
    const isBack = declared.isUndo === true || /^(refuse|reject|withdraw|takeBack)/.test(action)
    return isBack && declared.from.includes(from) && isThere(declared.to) ? [action] : []
  })
}

/**
 * What documents say of the lines from which lines were made, and the states that they are in. What is taken of them is tested
 * with drafts.
 */
async function predecessorsOf(
  { world }: Subject,
  lines: readonly DocumentLine[],
): Promise<unknown[]> {
  const names = new Map(
    lines.flatMap(({ sourceType, sourceId }) =>
      sourceType && sourceId ? [[sourceId, sourceType] as const] : [],
    ),
  )
  return Promise.all(
    [...names].map(async ([id, name]) => {
      const { header, lines: theirs } = await world.read(name, id)
      const own = theirs.filter((one) =>
        lines.some(({ sourceId, sourceLine }) => sourceId === id && sourceLine === one.lineNo),
      )
      return { state: header.state, lines: valuesOf(documentDefinition(name)!, own) }
    }),
  )
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
 * the state before leaves the lines as they were, and those they come from, so that nothing that was refused stays on them.
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
  const { lineInput = {} } = definition.actions[action]!
  const { state } = before.header
  const isLedBack = Object.keys(definition.states).some(
    (from) => waysBack(subject, from, state).length > 0,
  )
  const predecessors = isLedBack ? await predecessorsOf(subject, before.lines) : []
  return async () => {
    const moved = (await binsOfMoves(subject, id)).filter((move) => !known.has(move.id))
    const { header, lines: now } = await world.read(name, id)
    expectNamedBins(subject, action, given, now, moved)
    if (header.state === state) return
    const ways = waysBack(subject, header.state, state).filter(
      (back) =>
        definition.actions[back]!.erpFrom?.includes(header.erpState) !== false &&
        journey.acts[back]!.after === undefined,
    )
    for (const [index, back] of ways.entries()) {
      if (index > 0) await subject.act(id, action)
      await subject.act(id, back)
      const { lines } = await world.read(name, id)
      expect(valuesOf(definition, lines, lineInput), `the lines after ${back}`).toEqual(
        valuesOf(definition, before.lines, lineInput),
      )
      expect(
        await predecessorsOf(subject, lines),
        `what the lines come from, after ${back}`,
      ).toEqual(predecessors)
    }
  }
}
