import { fieldsHiddenAtFirst } from '@kufang/contract/document/visible.ts'
import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { person } from '../testing/small-company.ts'
import { toSnake } from '../../platform/database/case.ts'
import { summariseGoodsWithAmounts } from '../list/goods-summary.ts'
import { documentCalls } from '../testing/http.ts'
import type { Subject } from './subject.ts'

/** What a document hides at first (`hiddenUntil`) is in no answer of any call before, not even an administrator's. */
export function testHidden(subject: Subject): void {
  const { definition, name, table } = subject
  const { hiddenUntil } = definition
  if (hiddenUntil === undefined) return
  const hidden = fieldsHiddenAtFirst(definition)
  const session = person('管理员', ['admin'])
  const states = Object.keys(definition.states)

  /** A document whose fields are hidden, or would be in this state. */
  const bring = async (state: string): Promise<{ id: string; docNo: string; version: number }> => {
    const id = await subject.bring(state, 2)
    for (const [field, value] of Object.entries(hiddenUntil.where ?? {}))
      await subject.world.database.query(
        `update ${table.header} set ${toSnake(field)} = $2 where id = $1`,
        [id, value],
      )
    const { docNo, version } = (await subject.world.read(name, id)).header
    return { id, docNo, version }
  }

  const readAll = async (document: {
    id: string
    docNo: string
    version: number
  }): Promise<unknown[]> => {
    const { id, docNo, version } = document
    const app = await documentCalls(subject.world.database, session)
    const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const reply = await app.inject({
        method,
        url: `/api/documents/${name}${path}`,
        ...(payload === undefined ? {} : { payload }),
      })
      return { path, reply }
    }
    const own = [{ field: 'docNo', operator: 'eq', value: docNo }]
    const exported = [...hidden].map((field) => ({ field, title: field }))
    const answers = [
      ...(await Promise.all(
        ['', '/flow', '/moves', '/log', '/erp', '/next', '/undo'].map((path) =>
          call('GET', `/${id}${path}`),
        ),
      )),
      ...(await Promise.all(
        ['header', 'line'].map((level) =>
          call('POST', '/list', { level, filters: own, withTotals: true }),
        ),
      )),
      ...(await Promise.all(
        [...hidden].map((field) =>
          call('POST', '/list', {
            level: 'line',
            filters: [...own, { field, operator: 'notEmpty' }],
          }),
        ),
      )),
    ]
    const parsed: unknown[] = answers.map(({ path, reply }) => {
      expect(reply.statusCode, path).toBe(200)
      return JSON.parse(reply.body)
    })
    const { reply } = await call('POST', '/export', {
      level: 'line',
      filters: own,
      columns: [{ field: 'lineNo', title: 'lineNo' }, ...exported],
    })
    expect(reply.statusCode).toBe(200)
    const [sheet] = (await readExcelFile(reply.rawPayload, { trim: false })) as unknown as {
      data: unknown[][]
    }[]
    const [titles, ...rows] = sheet!.data
    expect(rows.length).toBeGreaterThan(0)
    parsed.push(
      rows.map((row) => Object.fromEntries(titles!.map((title, at) => [title, row[at]]))),
      Object.fromEntries(
        await summariseGoodsWithAmounts(subject.world.database, session, [
          { documentType: name, documentId: id, companyCode: '1010' },
        ]),
      ),
    )
    for (const [action, { from }] of Object.entries(definition.actions)) {
      if (!from.includes(String((await subject.world.read(name, id)).header.state))) continue
      const preview = await call('POST', `/${id}/actions/${action}/preview`, {
        version,
        ...(await subject.given(id, action)),
      })
      parsed.push(JSON.parse(preview.reply.body))
    }
    await app.close()
    return parsed
  }

  describe('what it hides at first', () => {
    for (const state of states.filter((one) => !hiddenUntil.states.includes(one)))
      test(`in ${state} no call says it to anybody`, async () => {
        const answers = await readAll(await bring(state))
        expect(answers.flatMap((answer) => carried(answer, hidden))).toEqual([])
      })

    describe('later', () => {
      let answers: unknown[]
      beforeAll(async () => {
        answers = await readAll(await bring(hiddenUntil.states.at(-1)!))
      })

      test('is shown by the document, its log, lists and workbook', () => {
        for (const field of [...(hiddenUntil.header ?? []), ...hiddenUntil.lines])
          expect(
            answers.filter((answer) => carried(answer, new Set([field])).length > 0).length,
            field,
          ).toBeGreaterThan(2)
      })
    })

    test('the preview of an act does not say either what would come of it', async () => {
      for (const state of states.filter((one) => !hiddenUntil.states.includes(one))) {
        const { id, version } = await bring(state)
        const app = await documentCalls(subject.world.database, session)
        for (const [action, { from }] of Object.entries(definition.actions)) {
          if (!from.includes(state)) continue
          const reply = await app.inject({
            method: 'POST',
            url: `/api/documents/${name}/${id}/actions/${action}/preview`,
            payload: { version, ...(await subject.given(id, action)) },
          })
          expect(reply.statusCode, action).toBe(200)
          const { datas } = JSON.parse(reply.body) as { datas: { after: { state: string } } }
          expect(datas, action).toMatchObject({ moves: [], holds: [], after: { state } })
        }
        await app.close()
      }
    })
  })
}

const isListOfTexts = (value: object): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

/** Names of fields with a value, however deep they lie. */
function carried(value: unknown, names: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => carried(one, names))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    // The sum of what is not shown is that of nothing.
    names.has(name) &&
    inner !== '0' &&
    inner !== null &&
    inner !== undefined &&
    (typeof inner !== 'object' || isListOfTexts(inner))
      ? [name]
      : carried(inner, names),
  )
}
