import { addAll } from '@kufang/kernel/add-all.ts'
import type { UnknownLegacyValue } from '@kufang/contract/legacy-documents/legacy-import.ts'
import type { LegacyField } from '@kufang/contract/legacy-documents/legacy-document.ts'
import type { ExternalCodeKind } from '@kufang/contract/masters/external-code.ts'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import { unitProblem } from '../document/draft/unit-problem.ts'
import { convertEntered, readExternalCodes } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { readLegacyMasters, type LegacyMasters } from './legacy-masters.ts'
import {
  cellProblem,
  readRow,
  takenFields,
  type CellProblem,
  type LegacyValues,
  type Taken,
} from './read-row.ts'
import type { LegacyTable, TableRow } from './read-table.ts'

/** Fields with codes that another system may write otherwise. */
export const kindOfField: Partial<Record<LegacyField, ExternalCodeKind>> = {
  supplierNo: 'supplier',
  materialNo: 'material',
  unit: 'unit',
  plant: 'plant',
}

/** A row that may be imported. */
export interface CheckedRow {
  line: number
  values: LegacyValues
  materialGroup: string
}

export interface CheckedFile {
  /** The fields that the mapping takes. */
  names: readonly LegacyField[]
  rows: CheckedRow[]
  problems: CellProblem[]
  /** Rows with a problem. */
  refusedCount: number
  emptiedCount: number
  unknown: UnknownLegacyValue[]
}

/**
 * Checks all rows of a file by a mapping: their values, whether suppliers, materials, units, plants and storage locations are
 * known and in the scope of the person, whether the unit permits the quantity, and whether a line occurs twice. Six statements for any
 * number of rows. Suppliers and materials that are blocked by now are history all the same.
 * @throws Refusal if the mapping does not fit the file
 */
export async function checkRows(
  queryable: Queryable,
  session: Session,
  companyCode: string,
  mapping: LegacyMapping,
  table: LegacyTable,
): Promise<CheckedFile> {
  const taken = takenFields(mapping, table)
  const read = table.rows.map((row) => ({ row, ...readRow(taken, row) }))
  // Codes of the old system that are mapped (外系统数据整合) are ours from here on.
  const ownCode = await readExternalCodes(queryable, mapping.sourceSystem)
  for (const { values } of read)
    for (const [field, kind] of Object.entries(kindOfField) as [LegacyField, ExternalCodeKind][]) {
      const value = values[field]
      if (value != null) values[field] = ownCode(kind, value) ?? value
    }
  const masters = await readLegacyMasters(
    queryable,
    companyCode,
    read.map(({ values }) => values),
  )
  const unknown = new UnknownValues(masters)
  const takenOf = new Map(taken.map((one) => [one.name, one]))
  const lineOfKey = new Map<string, number>()
  const rows: CheckedRow[] = []
  const problems: CellProblem[] = []
  let refusedCount = 0
  let emptiedCount = 0
  for (const { row, values, problems: found, emptied } of read) {
    emptiedCount += emptied
    const own = [...found, ...checkRow({ session, masters, unknown, takenOf, row }, values)]
    const [key, words] = keyOf(values)
    const other = lineOfKey.get(key)
    if (other === undefined) lineOfKey.set(key, row.line)
    else
      own.push(
        cellProblem(takenOf.get('orderNo') ?? entryOf(takenOf, 'documentNo'), row, {
          code: 'legacy-key-twice',
          params: { other, key: words },
        }),
      )
    if (own.length > 0) {
      refusedCount += 1
      addAll(problems, own)
    } else {
      const { group = '' } = masters.materials.get(values.materialNo!) ?? {}
      rows.push({ line: row.line, values, materialGroup: group })
    }
  }
  const names = taken.map(({ name }) => name)
  return { names, rows, problems, refusedCount, emptiedCount, unknown: unknown.listed() }
}

function keyOf({ orderNo, orderItem, documentNo }: LegacyValues): [string, string] {
  const parts = [orderNo, orderItem, documentNo].map((part) => part ?? '')
  return [JSON.stringify(parts), parts.filter((part) => part !== '').join(' / ')]
}

interface Surroundings {
  session: Session
  masters: LegacyMasters
  unknown: UnknownValues
  takenOf: ReadonlyMap<LegacyField, Taken>
  row: TableRow
}

/** What a row refers to; completes unit and description, and converts the quantity to the base unit. */
function checkRow(
  { session, masters, unknown, takenOf, row }: Surroundings,
  values: LegacyValues,
): CellProblem[] {
  const problems: CellProblem[] = []
  const refuseCell = (name: LegacyField, detail: Pick<RefusalDetail, 'code' | 'params'>) => {
    problems.push(cellProblem(entryOf(takenOf, name), row, detail))
  }
  const refuseUnknown = (name: LegacyField, value: string) => {
    const { zh, en } = entryOf(takenOf, name).field.label
    unknown.count(name, value)
    refuseCell(name, {
      code: 'legacy-value-unknown',
      params: { what: zh, whatEn: en, value: value.slice(0, 80) },
    })
  }
  const outside = (name: LegacyField, value: string) => {
    const { zh, en } = entryOf(takenOf, name).field.label
    refuseCell(name, { code: 'outside-scope', params: { what: zh, whatEn: en, value } })
  }
  const { supplierNo, materialNo, plant, storageLocation, quantity, unit } = values
  if (supplierNo != null && !masters.suppliers.has(supplierNo))
    refuseUnknown('supplierNo', supplierNo)
  if (plant != null) {
    const { plants } = session.scope
    if (!masters.plants.has(plant)) refuseUnknown('plant', plant)
    else if (plants !== null && !plants.includes(plant)) outside('plant', plant)
  }
  if (storageLocation != null) {
    const { storageLocations } = session.scope
    const place = `${plant ?? ''}/${storageLocation}`
    if (!masters.storageLocations.has(place)) refuseUnknown('storageLocation', storageLocation)
    else if (storageLocations !== null && !storageLocations.includes(place))
      outside('storageLocation', storageLocation)
  }
  if (values.amount != null && values.currency == null) {
    const label = { zh: '币种', en: 'Currency' }
    const at = takenOf.has('currency') ? 'currency' : 'amount'
    refuseCell(at, { code: 'field-required', params: { field: label.zh, fieldEn: label.en } })
  }
  if (materialNo == null) return problems
  const material = masters.materials.get(materialNo)
  if (material === undefined) {
    refuseUnknown('materialNo', materialNo)
    return problems
  }
  const { materialGroups } = session.scope
  if (materialGroups !== null && !materialGroups.includes(material.group))
    outside('materialNo', materialNo)
  values.description ??= material.description
  const entered = unit == null ? firstOf(material.units) : material.unitNamed(unit)
  values.unit = material.unit
  if (entered === undefined) {
    unknown.count('unit', unit!)
    refuseCell('unit', {
      code: 'unit-not-of-material',
      params: {
        material: materialNo,
        unit: unit!.slice(0, 40),
        units: material.units.map((one) => one.unit).join('/'),
      },
    })
    return problems
  }
  if (quantity == null) return problems
  const converted =
    entered.unit === material.unit
      ? { base: quantity as Quantity }
      : convertEntered(quantity as Quantity, entered, material)
  if ('problem' in converted) refuseCell('quantity', converted.problem)
  else {
    values.quantity = converted.base
    for (const detail of unitProblem(material, converted.base, row.line, 'quantity'))
      refuseCell('quantity', detail)
  }
  return problems
}

/** Values that name nothing here, each once. */
class UnknownValues {
  readonly #found = new Map<string, UnknownLegacyValue>()
  readonly #masters: LegacyMasters

  constructor(masters: LegacyMasters) {
    this.#masters = masters
  }

  count(field: LegacyField, value: string): void {
    const key = `${field} ${value}`
    const known = this.#found.get(key)
    if (known !== undefined) known.count += 1
    else {
      const proposed = this.#masters.codeByName(field, value)
      this.#found.set(key, { field, value, count: 1, proposed })
    }
  }

  /** The most frequent first. */
  listed(): UnknownLegacyValue[] {
    return [...this.#found.values()].toSorted((one, other) => other.count - one.count)
  }
}
