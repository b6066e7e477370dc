import type { Database } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Value } from '../protocol/edm.ts'
import { ODataError } from '../protocol/odata-error.ts'
import type { DeepRow, FunctionImport, Service } from '../protocol/service.ts'
import type { Settings } from '../settings.ts'
import {
  accountingServiceName,
  defineAccountingSets,
  defineGoodsMovementView,
  goodsMovementServiceName,
} from './accounting-document-sets.ts'
import {
  defineMaterialDocumentSets,
  materialDocumentServiceName,
} from './material-document-sets.ts'
import { defineMaterialStockSets, materialStockServiceName } from './material-stock-sets.ts'
import { postDocument } from './post-document.ts'
import type { DocumentInput } from './post-document.ts'
import { reverseDocument } from './reverse-document.ts'

/** Goods movements with Cancel and CancelItem, the resulting stock, and what the movements were worth. */
export function stockServices(database: Database, settings: Settings): Service[] {
  const cancel: FunctionImport = {
    name: 'Cancel',
    method: 'POST',
    parameters: parseProperties('MaterialDocumentYear 4n, MaterialDocument 10u, PostingDate date'),
    run: (values, context) => {
      const { header } = reverseDocument(
        { ...context, settings },
        { ...reversal(values), item: null },
      )
      return { kind: 'entity', set: 'A_MaterialDocumentHeader', row: header }
    },
  }
  const cancelItem: FunctionImport = {
    name: 'CancelItem',
    method: 'POST',
    parameters: parseProperties(
      'MaterialDocumentYear 4n, MaterialDocument 10u, MaterialDocumentItem 4n, PostingDate date',
    ),
    run: (values, context) => {
      const item = required(values, 'MaterialDocumentItem')
      const { items } = reverseDocument({ ...context, settings }, { ...reversal(values), item })
      const [row] = items
      if (row === undefined) throw new Error('a reversal has at least one item')
      return { kind: 'entity', set: 'A_MaterialDocumentItem', row }
    },
  }
  return [
    {
      name: materialDocumentServiceName,
      sets: defineMaterialDocumentSets(database),
      functions: new Map([cancel, cancelItem].map((each) => [each.name, each])),
      create: (_set, entity, context) =>
        postDocument({ ...context, settings }, documentInput(entity)),
    },
    {
      name: materialStockServiceName,
      sets: defineMaterialStockSets(database),
      functions: new Map(),
    },
    { name: accountingServiceName, sets: defineAccountingSets(database), functions: new Map() },
    {
      name: goodsMovementServiceName,
      sets: defineGoodsMovementView(database),
      functions: new Map(),
    },
  ]
}

function documentInput(entity: DeepRow): DocumentInput {
  const items = entity.children.get('to_MaterialDocumentItem') ?? []
  return {
    header: entity.row,
    items: items.map((item) => ({
      row: item.row,
      serialNumbers: (item.children.get('to_SerialNumbers') ?? []).map((serial) => serial.row),
    })),
  }
}

function reversal(values: ReadonlyMap<string, Value>): {
  year: string
  document: string
  postingDate: string | null
} {
  const day = values.get('PostingDate')
  return {
    year: required(values, 'MaterialDocumentYear'),
    document: required(values, 'MaterialDocument'),
    postingDate: typeof day === 'string' ? day.slice(0, 10) : null,
  }
}

function required(values: ReadonlyMap<string, Value>, name: string): string {
  const value = values.get(name)
  if (typeof value === 'string' && value !== '') return value
  throw new ODataError(400, '/IWBEP/CM_MGW_RT/175', `Parameter '${name}' is missing`)
}
