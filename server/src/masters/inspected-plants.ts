import type { Queryable } from '../platform/database/database.ts'
import type { Material } from './materials.ts'

/** In which plants the ERP posts receipts of a material to inspection stock. */
export interface MirroredPlants {
  materialNo: string
  plants: readonly { plant: string; isInspectedOnReceipt: boolean }[]
}

/**
 * Replaces what the ERP says of the plants of these materials. Where no plant inspects, or all do, the attribute of the
 * material alone decides. One statement.
 */
export async function replaceUninspectedPlants(
  tx: Queryable,
  rows: readonly MirroredPlants[],
): Promise<void> {
  const free = rows.map(({ plants }) =>
    plants.some(({ isInspectedOnReceipt }) => isInspectedOnReceipt)
      ? plants.filter(({ isInspectedOnReceipt }) => !isInspectedOnReceipt)
      : [],
  )
  await tx.query(
    `update material m set uninspected_plants = given.plants
     from (select material_no, string_to_array(nullif(plants, ''), ',') as plants
       from unnest($1::text[], $2::text[]) as g (material_no, plants)) of_erp
     cross join lateral (select coalesce(of_erp.plants, '{}') as plants) given
     where m.material_no = of_erp.material_no and m.uninspected_plants <> given.plants`,
    [
      rows.map(({ materialNo }) => materialNo),
      free.map((plants) =>
        plants
          .map(({ plant }) => plant)
          .toSorted()
          .join(','),
      ),
    ],
  )
}

/** Whether goods that arrive in the plant must be inspected. */
export const isInspectedIn = (
  plant: string,
  material: Pick<Material, 'needsInspection' | 'uninspectedPlants'> | undefined,
): boolean => material?.needsInspection === true && !material.uninspectedPlants.includes(plant)
