// The interface of the masters for other areas.
export { binForPurpose, binKey, binsForPurpose, readBins } from './bins.ts'
export type { Bin, BinPlace } from './bins.ts'
export { treeOfClasses } from './class-rules.ts'
export { usualConsignor } from './consignors.ts'
export { contractsOf } from './contracts.ts'
export { materialsNotDelivered, usualDeliveryPlace } from './deliveries.ts'
export { noteExternalCodes, readExternalCodes } from './external-codes.ts'
export { usualReceivingUnit } from './receiving-units.ts'
export { characteristicsOfGroups } from './inspection-characteristics.ts'
export type { Characteristic } from './inspection-characteristics.ts'
export { findMaterialPairs } from './duplicates/find-pairs.ts'
export { materialsWithWord } from './material-search.ts'
export {
  dangerousOf,
  problemsOfDangerousGoods,
  problemsOfSheets,
  readDangers,
  shownDanger,
} from './dangerous/dangerous-goods.ts'
export type { Danger, DangerousHeader, DangerousLine } from './dangerous/dangerous-goods.ts'
export { mayDrawFrom, sharedPlacesOf, type SharedPlace } from './drawing-rights.ts'
export { validOn } from './master-table.ts'
export { leadTimeOf, listedPlaces, responsibleFor } from './safe-stock.ts'
export type { ResponsibleMaster } from './safe-stock.ts'
export { hazardAllowedSql } from './hazard-rule.ts'
export { performerProblem } from './performers.ts'
export { costCentersOfInspectionUnits, inspectorsOfUnit } from './inspectors.ts'
export { authoriseMasterFile, countMasterFiles, fileMaster } from './master-files.ts'
export {
  plannedRatio,
  plannedSecondQuantity,
  readMaterials,
  weightKgOf,
  weightPerUnitSql,
} from './materials.ts'
export type { Material } from './materials.ts'
export {
  convertEntered,
  findMaterialUnits,
  readMaterialUnits,
  readUnits,
} from './material-units.ts'
export type { MaterialUnit } from './material-units.ts'
export {
  upsertMaterialGroups,
  upsertMaterialUnits,
  upsertMaterials,
  upsertSuppliers,
  upsertUnits,
} from './mirror.ts'
export type {
  MirroredMaterial,
  MirroredMaterialGroup,
  MirroredSupplier,
  MirroredUnit,
} from './mirror.ts'
export { isInspectedIn, replaceUninspectedPlants } from './inspected-plants.ts'
export { readValuationTypes, replaceValuationTypes, stockBatch } from './valuation-types.ts'
export { overDeliveryPercent } from './over-delivery.ts'
