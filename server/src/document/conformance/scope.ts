import { personActions } from '@kufang/contract/document/decide.ts'
import { rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { isEnteredByPerson } from '@kufang/contract/document/declare/field.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { toSnake } from '../../platform/database/case.ts'
import type { Scope, Session } from '../../platform/session/session.ts'
import { listDocuments, listSources } from '../list/list.ts'
import { createDocument } from '../service/service.ts'
import { loadVisible } from '../storage/store.ts'
import { documentTable } from '../storage/table.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'
import { successorsOf } from './successors.ts'

/** For each dimension, one scope that excludes the documents of the suite and one that includes them. */
function scopes(
  storageLocation: string,
  materialGroups: readonly string[],
  pickingUnit: string,
): Record<string, { outside: Partial<Scope>; inside: Partial<Scope> }> {
  return {
    company: { outside: { companyCodes: ['1020'] }, inside: { companyCodes: ['1010', '1020'] } },
    'no company': { outside: { companyCodes: [] }, inside: {} },
    plant: { outside: { plants: ['0003'] }, inside: { plants: ['0001'] } },
    'no plant': { outside: { plants: [] }, inside: {} },
    'storage location': {
      // Of the other company: goods of a transfer may arrive at any location of this one.
      outside: { storageLocations: ['0003/3001'] },
      inside: { storageLocations: [`0001/${storageLocation}`] },
    },
    'material group': { outside: { materialGroups: ['G9'] }, inside: { materialGroups } },
    supplier: { outside: { supplierNo: '100002' }, inside: { supplierNo: '100001' } },
    'picking unit': { outside: { pickingUnits: ['U9'] }, inside: { pickingUnits: [pickingUnit] } },
  }
}

/** Documents outside a person's data scope are invisible to that person. */
export function testScope(subject: Subject): void {
  const { definition, table } = subject
  const unit = pickingUnitField(definition)
  const hasSupplier = 'supplierNo' in table.headerFields
  const successors = successorsOf(definition.name)
  // All permissions, so that only the scope can hide documents.
  const administrator = (scope: Partial<Scope>): Session => person('管理员', ['admin'], scope)

  async function sees(session: Session, id: string, docNo: string): Promise<string[]> {
    const seen: string[] = []
    const { database } = subject.world
    if (await loadVisible(database, table, session, id)) seen.push('by id')
    for (const level of ['header', 'line'] as const) {
      const { rows } = await listDocuments(database, session, table, {
        level,
        filters: [{ field: 'docNo', operator: 'eq', value: docNo }],
        withTotals: true,
      })
      if (rows.length > 0) seen.push(level)
    }
    return seen
  }

  describe('scope', () => {
    // A document without goods has no material group, so material groups never hide it.
    const without = [
      ...(table.hasGoods ? [] : ['material group']),
      ...(unit ? [] : ['picking unit']),
    ]
    const dimensions = Object.keys(scopes('', [], '')).filter((one) => !without.includes(one))
    for (const dimension of dimensions) {
      test(`outside the ${dimension} of a person it is not there: not in lists, not by id, not to act on`, async () => {
        const id = await subject.standing(definition.initial)
        const { header, lines } = await subject.world.read(subject.name, id)
        const location = String(
          table.definition.lines['storageLocation']
            ? lines[0]!['storageLocation']
            : header.storageLocation,
        )
        const { outside, inside } = scopes(
          location,
          [lines[0]!.materialGroup ?? ''],
          unit ? String(header[unit]) : '',
        )[dimension]!
        const isInside = dimension !== 'supplier' || hasSupplier
        expect(await sees(administrator(inside), id, header.docNo)).toEqual(
          isInside ? ['by id', 'header', 'line'] : [],
        )
        const stranger = administrator(outside)
        expect(await sees(stranger, id, header.docNo)).toEqual([])
        const before = await everything(subject.world)
        for (const action of Object.keys(personActions(definition))) {
          const attempt = subject.actAs(
            { session: stranger, functionCodes: new Set() },
            id,
            action,
            { version: header.version },
          )
          expect(await codesOf(attempt), action).toEqual(['not-found'])
        }
        expect(await everything(subject.world)).toEqual(before)
      })

      if (subject.isMadeByPeople) {
        test(`nobody makes one beyond the ${dimension} of his`, async () => {
          const request = await subject.request()
          const { outside } = scopes('', [], '')[dimension]!
          const makers = [
            ...rolesForDrafts(definition, 'create'),
            ...rolesForAmounts(definition, 'create'),
          ]
          const session = person('外人', makers, outside)
          const before = await everything(subject.world)
          const codes = await codesOf(
            createDocument(
              subject.world.database,
              { session, functionCodes: new Set() },
              subject.name,
              request,
              newId(),
            ),
          )
          const isEntered =
            dimension === 'picking unit' && unit && isEnteredByPerson(definition.header[unit]!)
          expect(codes).toEqual([
            definition.source && !isEntered ? 'source-not-found' : 'outside-scope',
          ])
          expect(await everything(subject.world)).toEqual(before)
        })
      }
    }

    for (const { definition: successor, source, page } of successors) {
      // Of a further predecessor without a page only the system makes it: nobody is offered its lines.
      if (page === undefined && source !== successor.source) continue
      const state = source.states.find((one) => definition.states[one])!
      test(`outside a person's scope its lines are no source of a ${successor.name}`, async () => {
        const id = await subject.bring(state, 2)
        const { header, lines } = await subject.world.read(subject.name, id)
        const own = documentTable(definition)
        for (const [name, value] of Object.entries(source.where ?? {}))
          await subject.world.database.query(
            name in own.headerFields
              ? `update ${own.header} set ${toSnake(name)} = $2 where id = $1`
              : `update ${own.line} set ${toSnake(name)} = $2 where document_id = $1`,
            [id, value],
          )
        const [limit] = source.limitedBy ?? []
        if (limit !== undefined) {
          // As after an inspection that accepted the full quantity.
          const table = documentTable(definition)
          await subject.world.database.query(
            `update ${table.line} l set ${toSnake(limit)} = quantity where document_id = $1`,
            [id],
          )
        }
        const offered = async (scope: Partial<Scope>) => {
          const request = {
            ...(page === undefined ? {} : { page }),
            filters: [{ field: 'docNo', operator: 'eq' as const, value: header.docNo }],
          }
          return (
            await listSources(
              subject.world.database,
              administrator(scope),
              documentTable(successor),
              request,
            )
          ).rows.length
        }
        expect(await offered({})).toBe(lines.length)
        for (const [dimension, { outside }] of Object.entries(scopes('', [], ''))) {
          if (dimension === 'picking unit' && !unit) continue
          expect(await offered(outside), dimension).toBe(0)
          const session = person('外人', ['admin'], outside)
          const request = {
            ...(page === undefined ? {} : { page }),
            companyCode: '1010',
            header: {},
            lines: [{ source: { id, lineNo: lines[0]!.lineNo }, quantity: '1' }],
          }
          const codes = await codesOf(
            createDocument(
              subject.world.database,
              { session, functionCodes: new Set() },
              successor.name,
              request,
              newId(),
            ),
          )
          expect(codes, dimension).toEqual(['source-not-found'])
        }
      })
    }
  })
}
