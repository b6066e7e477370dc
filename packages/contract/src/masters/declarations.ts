import type { AnyMaster } from '../document/declare/define-master.ts'
import type { MasterName } from '../document/declare/field.ts'
import { bin } from './bin.ts'
import { consignor } from './consignor.ts'
import { excessTolerance } from './excess-tolerance.ts'
import { inspectionCharacteristic } from './inspection-characteristic.ts'
import { material, materialGroup, unit } from './material.ts'
import { company, plant, storageLocation } from './organization.ts'
import { pickingUnit, requester, supplier, user } from './partner.ts'
import { safetyDataSheet } from './safety-data-sheet.ts'
import { valuationType } from './valuation-type.ts'
import { driver, vehicle } from './vehicle.ts'

/** The only list of all masters; `satisfies` fails if a referenced master is missing. */
export const masters = {
  company,
  plant,
  'storage-location': storageLocation,
  bin,
  material,
  'material-group': materialGroup,
  supplier,
  unit,
  'picking-unit': pickingUnit,
  requester,
  'excess-tolerance': excessTolerance,
  user,
  'valuation-type': valuationType,
  consignor,
  'inspection-characteristic': inspectionCharacteristic,
  vehicle,
  driver,
  'safety-data-sheet': safetyDataSheet,
} as const satisfies Record<MasterName, AnyMaster>

/** The definition of a master by name, or undefined if not declared. */
export function masterDefinition(name: string): AnyMaster | undefined {
  return Object.hasOwn(masters, name) ? (masters as Record<string, AnyMaster>)[name] : undefined
}
