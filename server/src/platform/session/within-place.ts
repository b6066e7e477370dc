import type { Scope } from './session.ts'

/** Whether a plant and storage location are within a person's data scope; '' as storage location is any of the plant. */
export const isWithinPlace = (
  { plants, storageLocations }: Pick<Scope, 'plants' | 'storageLocations'>,
  { plant, storageLocation }: { plant: string; storageLocation: string },
): boolean =>
  (plants?.includes(plant) ?? true) &&
  (storageLocation === '' || (storageLocations?.includes(`${plant}/${storageLocation}`) ?? true))
