import type { AnyMaster } from '../document/declare/define-master.ts'
import type { MasterName } from '../document/declare/field.ts'
import { bin } from './bin.ts'
import { consignor } from './consignor.ts'
import { constructionContract } from './construction-contract.ts'
import { deliveryPlace } from './delivery-place.ts'
import { distributionCatalogue } from './distribution-catalogue.ts'
import { excessTolerance } from './excess-tolerance.ts'
import { externalCode } from './external-code.ts'
import { hazardousSubstance } from './hazardous-substance.ts'
import { inspectionCharacteristic } from './inspection-characteristic.ts'
import { inspectionUnit } from './inspection-unit.ts'
import { material, materialGroup, unit } from './material.ts'
import { materialClass } from './material-class.ts'
import { materialPair } from './material-pair.ts'
import { company, plant, storageLocation } from './organization.ts'
import { pickingUnit, requester, supplier, user } from './partner.ts'
import { receivingUnit } from './receiving-unit.ts'
import {
  safeStockLocation,
  safeStockMaintainer,
  safeStockRequester,
  stockAge,
} from './safe-stock.ts'
import { safetyDataSheet } from './safety-data-sheet.ts'
import { storageLocationDisplay } from './storage-location-display.ts'
import {
  department,
  pickingUnitCrossLocation,
  pickingUnitPlant,
  pickingUnitStorageLocation,
} from './unit-relations.ts'
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
  'delivery-place': deliveryPlace,
  'distribution-catalogue': distributionCatalogue,
  'construction-contract': constructionContract,
  'external-code': externalCode,
  'inspection-unit': inspectionUnit,
  'receiving-unit': receivingUnit,
  'picking-unit-storage-location': pickingUnitStorageLocation,
  'picking-unit-plant': pickingUnitPlant,
  'picking-unit-cross-location': pickingUnitCrossLocation,
  department,
  'material-class': materialClass,
  'hazardous-substance': hazardousSubstance,
  'material-pair': materialPair,
  'storage-location-display': storageLocationDisplay,
  'safe-stock-maintainer': safeStockMaintainer,
  'safe-stock-requester': safeStockRequester,
  'safe-stock-location': safeStockLocation,
  'stock-age': stockAge,
} as const satisfies Record<MasterName, AnyMaster>

/** The definition of a master by name, or undefined if not declared. */
export function masterDefinition(name: string): AnyMaster | undefined {
  return Object.hasOwn(masters, name) ? (masters as Record<string, AnyMaster>)[name] : undefined
}
