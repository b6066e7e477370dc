import { personActions } from '@kufang/contract/document/decide.ts'
import type { CreateRequest } from '@kufang/contract/document/api.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { inOtherUnit } from '@kufang/kernel/unit-conversion.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import {
  createDocument,
  deleteDocument,
  previewAction,
  previewCreate,
  updateDocument,
} from '../service/service.ts'
import { beginningOf } from '../journey/journey.ts'
import { effectsOf } from '../effects/effects.ts'
import { documentTable } from '../storage/table.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { piecesOfLine } from './goods-of-lines.ts'
import { codesOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'

/** Creating, changing and deleting drafts, and previews. */
export function testDrafts(subject: Subject): void {
  const { definition } = subject

  /** The source lines of a request in its order, to check that quantities are returned. */
  async function sourceLines(request: CreateRequest): Promise<unknown[]> {
    const name = definition.source?.document
    if (name === undefined) return []
    return Promise.all(
      request.lines.map(async ({ source }) =>
        (await subject.world.read(name, source!.id)).lines.find(
          ({ lineNo }) => lineNo === source!.lineNo,
        ),
      ),
    )
  }

  const actions = Object.keys(personActions(definition))
  if (actions.length === 0) return
  describe('drafts', () => {
    test('trying an action out shows what it would do and writes nothing', async () => {
      for (const action of actions) {
        const id = await subject.waiting(action)
        const { version } = (await subject.world.read(subject.name, id)).header
        const before = await everything(subject.world)
        const actor = subject.world.actorFor(subject.name, action)
        const preview = await previewAction(
          subject.world.database,
          actor,
          subject.name,
          id,
          action,
          { version, ...(await subject.given(id, action)) },
        )
        expect(await everything(subject.world), action).toEqual(before)
        const moves = async () =>
          (
            await subject.world.database.query(
              `select 1 as one from stock_move where document_id = $1`,
              [id],
            )
          ).length
        const had = await moves()
        await subject.actAs(actor, id, action)
        expect(preview.moves.length, action).toBe((await moves()) - had)
      }
    })

    if (!subject.isMadeByPeople) return
    test('trying to make one writes nothing', async () => {
      const request = await subject.request(2)
      const before = await everything(subject.world)
      await previewCreate(
        subject.world.database,
        subject.world.actorFor(subject.name, 'create'),
        subject.name,
        request,
      )
      expect(await everything(subject.world)).toEqual(before)
    })

    test('what is proposed for chosen source lines can be made as it is', async () => {
      if (!definition.source) return expect(effectsOf(subject.name).prefill).toBeUndefined()
      const { lines } = await subject.request(2)
      const sources = lines.flatMap((line) => (line.source ? [line.source] : []))
      const { session } = subject.world.actorFor(subject.name, 'create')
      const app = await documentCalls(subject.world.database, session)
      const reply = await app.inject({
        method: 'POST',
        url: `/api/documents/${subject.name}/prefill`,
        payload: { sources },
      })
      expect(reply.statusCode, reply.body).toBe(200)
      const { datas: proposed } = JSON.parse(reply.body) as { datas: CreateRequest }
      expect(proposed.lines.map((line) => line.source)).toEqual(sources)
      const made = await subject.world.create(subject.name, proposed)
      const { lines: kept } = await subject.world.read(subject.name, made.id)
      // The first proposal takes the full open quantity, so nothing is left for a second one.
      const again = await app.inject({
        method: 'POST',
        url: `/api/documents/${subject.name}/prefill`,
        payload: { sources },
      })
      expect(kept.map((line) => line.quantity)).toEqual(kept.map(() => piecesOfLine))
      expect(
        (JSON.parse(again.body) as { datas: CreateRequest }).datas.lines.every(
          (line) => line['quantity'] === '0' || line['quantity'] === undefined,
        ),
      ).toBe(true)
      await app.close()
    })

    test('its quantities are spoken of in the unit of the predecessor, whatever it copies else', async () => {
      if (!definition.source) return expect(definition.source).toBeUndefined()
      const request = await subject.request(1)
      const { source } = request.lines[0]!
      const boxes = { entryUnit: 'BOX', unitNumerator: 5, unitDenominator: 1 }
      await subject.world.database.query(
        `update ${documentTable(documentDefinition(definition.source.document)!).line}
         set entry_unit = $3, unit_numerator = $4, unit_denominator = $5 where document_id = $1 and line_no = $2`,
        [source!.id, source!.lineNo, ...Object.values(boxes)],
      )
      const made = await subject.world.create(subject.name, request)
      const [line] = (await subject.world.read(subject.name, made.id)).lines
      expect(line).toMatchObject({
        ...boxes,
        entryQuantity: inOtherUnit(line!.quantity, { numerator: 5, denominator: 1 }, 3),
      })
    })

    const courses = Object.keys(subject.journey.start?.courses ?? {})
    if (definition.sources !== undefined)
      test('each of its predecessors is the beginning of a journey', () => {
        const begun = ['', ...courses].map(
          (course) => beginningOf(subject.journey, course).from?.document,
        )
        expect(begun).toEqual(
          expect.arrayContaining(sourcesOf(definition).map(({ document }) => document)),
        )
      })

    for (const course of courses)
      test(`what is begun on the course ${course} is made, takes from its predecessor, if any, and gives back`, async () => {
        const { page, from } = beginningOf(subject.journey, course)
        const request = await subject.request(2, course)
        const predecessor = () =>
          Promise.all(
            (from === undefined ? [] : request.lines).map(async ({ source }) =>
              (await subject.world.read(from!.document, source!.id)).lines.find(
                ({ lineNo }) => lineNo === source!.lineNo,
              ),
            ),
          )
        const before = await predecessor()
        const { id, version } = await subject.world.create(subject.name, request)
        const { header, lines } = await subject.world.read(subject.name, id)
        if (page !== undefined) expect(header).toMatchObject(definition.pages[page]!.where!)
        expect(lines.map(({ sourceType }) => sourceType)).toEqual(
          lines.map(() => from?.document ?? null),
        )
        expect((await predecessor()).map((line) => line!['heldQuantity'])).toEqual(
          from === undefined ? [] : lines.map(({ quantity }) => quantity),
        )
        const actor = subject.world.actorFor(subject.name, 'edit')
        await deleteDocument(subject.world.database, actor, subject.name, id, version, newId())
        expect(await predecessor()).toEqual(before)
      })

    test('a draft without lines, or with a column there is none of, is refused', async () => {
      const request = await subject.request()
      const make = (change: Partial<CreateRequest>) =>
        createDocument(
          subject.world.database,
          subject.world.actorFor(subject.name, 'create'),
          subject.name,
          { ...request, ...change },
          newId(),
        )
      const before = await everything(subject.world)
      expect(await codesOf(make({ lines: [] }))).toEqual(['lines-required'])
      expect(await codesOf(make({ header: { ...request.header, nothing: '1' } }))).toEqual([
        'column-unknown',
      ])
      expect(await codesOf(make({ lines: [{ ...request.lines[0]!, nothing: '1' }] }))).toEqual([
        'column-unknown',
      ])
      expect(await codesOf(make({ header: { ...request.header, state: 'reversed' } }))).toEqual([
        'column-unknown',
      ])
      expect(await codesOf(make({ lines: [{ ...request.lines[0]!, doneQuantity: '1' }] }))).toEqual(
        ['column-unknown'],
      )
      expect(await everything(subject.world)).toEqual(before)
    })

    test('quantities that are zero, negative, too precise, too large or no number are refused on their line', async () => {
      const last = Math.min(2, definition.linesMax ?? usualLinesMax)
      const request = await subject.request(last)
      const isEntered =
        subject.table.hasGoods && (subject.table.lineFields['quantity']!.by ?? 'user') === 'user'
      const mayBeZero = subject.table.lineFields['quantity']?.mayBeZero === true
      const wrong: [unknown, string][] = isEntered
        ? [
            ...(mayBeZero ? [] : [['0', 'quantity-not-positive'] as [string, string]]),
            ['-1', mayBeZero ? 'input-invalid' : 'quantity-not-positive'],
            ['1.0001', 'quantity-too-precise'],
            ['abc', 'quantity-not-a-number'],
            [{}, 'quantity-not-a-number'],
            ['9999999999999999', 'quantity-too-large'],
          ]
        : [['1', 'column-unknown']]
      const before = await everything(subject.world)
      for (const [quantity, code] of wrong) {
        const attempt = subject.world.create(subject.name, {
          ...request,
          lines: [...request.lines.slice(0, -1), { ...request.lines.at(-1)!, quantity }],
        })
        await expect(attempt, String(quantity)).rejects.toMatchObject({
          code,
          line: last,
          field: 'quantity',
        })
        expect(await codesOf(attempt)).toEqual([code])
      }
      expect(await everything(subject.world)).toEqual(before)
    })

    if (!definition.editable.includes(definition.initial)) return
    const edit = (
      id: string,
      version: number,
      request: CreateRequest,
      session = subject.world.actorFor(subject.name, 'edit'),
    ) =>
      updateDocument(
        subject.world.database,
        session,
        subject.name,
        id,
        { version, header: request.header, lines: request.lines },
        newId(),
      )

    test('a draft is changed, counted once more, and gives back what it no longer takes', async () => {
      const request = await subject.request(2)
      const before = await sourceLines(request)
      const made = await subject.world.create(subject.name, request)
      const one = {
        ...request,
        header: { ...request.header, remark: '改过' },
        lines: [request.lines[0]!],
      }
      const changed = await edit(made.id, made.version, one)
      expect(changed).toMatchObject({ docNo: made.docNo, version: made.version + 1 })
      const { header, lines } = await subject.world.read(subject.name, made.id)
      expect(header['remark']).toBe('改过')
      expect(lines.length).toBe(1)
      expect((await sourceLines(request))[1]).toEqual(before[1])
      const unchanged = await everything(subject.world)
      expect(await codesOf(edit(made.id, made.version, one))).toEqual(['version-stale'])
      const stranger = { session: person('外人', []), functionCodes: new Set<string>() }
      expect(await codesOf(edit(made.id, changed.version, one, stranger))).toEqual(['role-missing'])
      expect(await everything(subject.world)).toEqual(unchanged)
    })

    test('a deleted draft is gone, and its predecessors are as before', async () => {
      const request = await subject.request(2)
      const before = await sourceLines(request)
      const made = await subject.world.create(subject.name, request)
      const actor = subject.world.actorFor(subject.name, 'edit')
      expect(
        await codesOf(
          deleteDocument(
            subject.world.database,
            actor,
            subject.name,
            made.id,
            made.version + 1,
            newId(),
          ),
        ),
      ).toEqual(['version-stale'])
      await deleteDocument(
        subject.world.database,
        actor,
        subject.name,
        made.id,
        made.version,
        newId(),
      )
      await expect(subject.world.read(subject.name, made.id)).rejects.toThrow('is not there')
      expect(await sourceLines(request)).toEqual(before)
    })

    test('what is no draft any more is neither changed nor deleted', async () => {
      for (const state of Object.keys(definition.states)) {
        if (definition.editable.includes(state)) continue
        const id = await subject.standing(state)
        const request = await subject.request()
        const { version } = (await subject.world.read(subject.name, id)).header
        const before = await everything(subject.world)
        expect(await codesOf(edit(id, version, request)), state).toEqual(['not-editable'])
        const actor = subject.world.actorFor(subject.name, 'edit')
        expect(
          await codesOf(
            deleteDocument(subject.world.database, actor, subject.name, id, version, newId()),
          ),
          state,
        ).toEqual(['not-editable'])
        expect(await everything(subject.world)).toEqual(before)
      }
    })
  })
}
