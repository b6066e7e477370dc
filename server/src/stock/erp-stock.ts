import { refuse } from '@kufang/kernel/refusal.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { subtractQuantity } from '@kufang/kernel/quantity.ts'
import { asErpRefusal, erpOf } from '../erp.ts'
import { readMaterials } from '../masters/public.ts'
import type { Material } from '../masters/public.ts'
import type { Database } from '../platform/database/database.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { reconcile } from '../erp/reconcile.ts'
import type { ReconciledRow, StockPosition } from '../erp/reconcile.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { Scope, Session } from '../platform/session/session.ts'
import { readStockOfErp, type ReadQuantity } from './erp-stock-reading.ts'

export interface ErpStockRequest {
  companyCode?: string | undefined
  plant: string
  storageLocation?: string | undefined
  materialNo?: string | undefined
}

/** A document whose movements are not (yet) in the ERP's books. */
interface InFlightDocument {
  type: string
  id: string
  docNo: string
  quantity: Quantity
}

/** One stock key of the ERP with its current quantity and ours. */
export interface ErpStockRow extends StockPosition {
  description: string
  unit: string
  local: Quantity
  erp: Quantity
  /** Moved here but not yet posted. */
  inFlight: Quantity
  /** The part of `inFlight` that the ERP may already have posted. */
  inDoubt: Quantity
  /** The quantity confirmed by the ERP. */
  booked: Quantity
  /** local − erp. */
  difference: Quantity
  /** ERP − local + in flight: zero if documents explain the whole difference. */
  unexplained: Quantity
  documents: InFlightDocument[]
}

/**
 * Compares the ERP's current stock with our physical stock by key, with the documents that explain the difference,
 * within the person's scope.
 * @throws `outside-scope`, `erp-interface-off`, `erp-unreachable`
 */
export async function readErpStock(
  context: ServerContext,
  session: Session,
  request: ErpStockRequest,
): Promise<{ at: string; rows: ErpStockRow[] }> {
  const { database } = context
  const companyCode = await companyInScope(database, session.scope, request)
  const { connections } = erpOf(context)
  try {
    const { settings } = await connections.connect(companyCode, 'material-stock')
    if (!settings.isOn)
      throw refuse('erp-interface-off', { name: settings.labelZh, nameEn: settings.labelEn })
    const { at, rows } = await reconcile(
      database,
      await openMirrorSource(connections, companyCode, 'material-stock'),
      {
        companyCode,
        plants: [request.plant],
        ...(request.materialNo === undefined ? {} : { materialNos: [request.materialNo] }),
      },
    )
    const materials = await readMaterials(
      database,
      rows.map((row) => row.materialNo),
    )
    const seen = rows.filter(
      (row) => isWanted(row, request) && isInScope(row, session.scope, materials),
    )
    const documents = await inFlightDocuments(database, companyCode, request)
    return {
      at,
      rows: seen.map((row) =>
        shown(row, materials.get(row.materialNo), documents.get(keyOf(row)) ?? []),
      ),
    }
  } catch (error) {
    throw asErpRefusal(error)
  }
}

/**
 * Reads what the ERP holds in a storage location, to be counted and taken over as initial stock: the lines of a document,
 * with descriptions, within the person's scope.
 * @throws `outside-scope`, `erp-interface-off`, `erp-unreachable`
 */
export async function readErpStockToTakeOver(
  context: ServerContext,
  session: Session,
  request: { plant: string; storageLocation: string },
): Promise<{ at: string; rows: (ReadQuantity & { description: string })[] }> {
  const companyCode = await companyInScope(context.database, session.scope, request)
  try {
    const { readAt, rows } = await readStockOfErp(context, { companyCode, ...request })
    const materials = await readMaterials(
      context.database,
      rows.map((row) => row.materialNo),
    )
    return {
      at: readAt!,
      rows: rows
        .filter((row) => isInScope(row, session.scope, materials))
        .map((row) => ({ ...row, description: materials.get(row.materialNo)?.description ?? '' })),
    }
  } catch (error) {
    throw asErpRefusal(error)
  }
}

async function companyInScope(
  database: Database,
  scope: Scope,
  request: ErpStockRequest,
): Promise<string> {
  const { plant, storageLocation } = request
  const [found] = await database.query<{ companyCode: string }>(
    `select company_code from plant where plant = $1`,
    [plant],
  )
  const isVisible =
    found !== undefined &&
    scope.companyCodes.includes(found.companyCode) &&
    (request.companyCode === undefined || request.companyCode === found.companyCode) &&
    (scope.plants === null || scope.plants.includes(plant))
  if (!isVisible)
    throw refuse(
      'outside-scope',
      { what: '工厂', whatEn: 'Plant', value: plant },
      { field: 'plant' },
    )
  if (
    storageLocation !== undefined &&
    scope.storageLocations !== null &&
    !scope.storageLocations.includes(`${plant}/${storageLocation}`)
  )
    throw refuse(
      'outside-scope',
      { what: '库存地点', whatEn: 'Storage location', value: storageLocation },
      { field: 'storageLocation' },
    )
  return found.companyCode
}

function isWanted(row: StockPosition, { storageLocation }: ErpStockRequest): boolean {
  return storageLocation === undefined || row.storageLocation === storageLocation
}

/** The ERP does not know our scopes, so its rows outside them are filtered here. */
function isInScope(
  row: StockPosition,
  scope: Scope,
  materials: ReadonlyMap<string, Material>,
): boolean {
  if (
    scope.storageLocations !== null &&
    !scope.storageLocations.includes(`${row.plant}/${row.storageLocation}`)
  )
    return false
  if (
    scope.materialGroups !== null &&
    !scope.materialGroups.includes(materials.get(row.materialNo)?.materialGroup ?? '')
  )
    return false
  return (
    scope.supplierNo === null ||
    (row.specialStock === 'K' && row.specialStockReference === scope.supplierNo)
  )
}

const keyOf = (position: StockPosition): string =>
  JSON.stringify([
    position.storageLocation,
    position.materialNo,
    position.batch,
    position.stockCategory,
    position.specialStock,
    position.specialStockReference,
  ])

async function inFlightDocuments(
  database: Database,
  companyCode: string,
  request: ErpStockRequest,
): Promise<Map<string, InFlightDocument[]>> {
  const rows = await database.query<
    StockPosition & {
      documentType: string
      documentId: string
      documentNo: string
      quantity: Quantity
    }
  >(
    `select plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference,
       document_type, document_id, document_no, sum(quantity) as quantity
     from erp_open_effect where company_code = $1 and plant = $2 and ($3::text is null or material_no = $3)
       and ($4::text is null or storage_location = $4)
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(quantity) <> 0 order by document_no limit 10000`,
    [companyCode, request.plant, request.materialNo ?? null, request.storageLocation ?? null],
  )
  const byKey = new Map<string, InFlightDocument[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const list = byKey.get(key) ?? []
    list.push({
      type: row.documentType,
      id: row.documentId,
      docNo: row.documentNo,
      quantity: row.quantity,
    })
    byKey.set(key, list)
  }
  return byKey
}

function shown(
  row: ReconciledRow,
  material: Material | undefined,
  documents: InFlightDocument[],
): ErpStockRow {
  const { erpQuantity, wmsQuantity, bookQuantity, unit, ...rest } = row
  return {
    ...rest,
    description: material?.description ?? '',
    unit: unit === '' ? (material?.unit ?? '') : unit,
    local: wmsQuantity,
    erp: erpQuantity,
    booked: bookQuantity,
    difference: subtractQuantity(wmsQuantity, erpQuantity),
    documents,
  }
}
