import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Value } from '../protocol/edm.ts'
import { BusinessMessage, businessError } from '../protocol/messages.ts'
import { ODataError } from '../protocol/odata-error.ts'
import type { FunctionImport, Service } from '../protocol/service.ts'
import type { Settings } from '../settings.ts'
import { countItem, createDocument, postDifferences } from './inventory-document.ts'
import { defineInventorySets, inventoryServiceName } from './inventory-sets.ts'

type Values = ReadonlyMap<string, Value>

const text = (values: Values, name: string): string => String(values.get(name) ?? '')

/** What a count enters. */
const countable = ['QuantityInUnitOfEntry', 'UnitOfEntry', 'PhysicalInventoryItemIsZero']

/** Physical inventory documents: create with items, count an item, post the differences. */
export function inventoryServices(database: Database, settings: Settings): Service[] {
  const within = <T>(language: string, work: (transaction: Transaction) => T): T =>
    database.transact((transaction) => orRefused(language, () => work(transaction)))
  const post = (name: string, parameters: string): FunctionImport => ({
    name,
    method: 'POST',
    parameters: parseProperties(
      `PhysicalInventoryDocument 10u, FiscalYear 4n, PostingDate date, ${parameters}`,
    ),
    versioned: (values) => ({
      set: 'A_PhysInventoryDocHeader',
      keys: [text(values, 'FiscalYear'), text(values, 'PhysicalInventoryDocument')],
    }),
    run: (values, context) => ({
      kind: 'entity',
      set: 'A_PhysInventoryDocHeader',
      row: within(context.language, (transaction) =>
        postDifferences(
          transaction,
          { ...context, settings },
          {
            document: text(values, 'PhysicalInventoryDocument'),
            year: text(values, 'FiscalYear'),
            item: text(values, 'PhysicalInventoryDocumentItem') || null,
            postingDate: text(values, 'PostingDate').slice(0, 10),
            reason: text(values, 'ReasonForPhysInvtryDifference'),
          },
        ),
      ),
    }),
  })
  const functions = [
    post('PostDifferences', 'PostingThresholdValue 14.3'),
    post(
      'PostDifferencesOnItem',
      'PhysicalInventoryDocumentItem 3n, Material 40a, Batch 10u, ReasonForPhysInvtryDifference 4n',
    ),
  ]
  return [
    {
      name: inventoryServiceName,
      sets: defineInventorySets(database),
      functions: new Map(functions.map((each) => [each.name, each])),
      create: (_set, entity, context) =>
        within(context.language, (transaction) =>
          createDocument(transaction, { ...context, settings }, entity),
        ),
      update: (_set, row, changed, transaction) => {
        const refused = Object.keys(changed).find((name) => !countable.includes(name))
        if (refused !== undefined)
          throw new ODataError(400, 'M7/708', `Property '${refused}' cannot be changed`)
        orRefused('en', () => countItem(transaction, settings.user, row, changed))
      },
    },
  ]
}

/** What SAP refuses becomes the service's answer. */
function orRefused<T>(language: string, work: () => T): T {
  try {
    return work()
  } catch (problem) {
    if (!(problem instanceof BusinessMessage)) throw problem
    throw businessError(problem, language)
  }
}
