import type { Place } from '../../document/testing/ground.ts'
import { place } from '../../document/testing/small-company.ts'
import type { World } from '../../document/testing/world.ts'

/** A storage location of another plant of the company, with bins for ordinary goods and for class 3. */
export const otherPlant: Place = {
  companyCode: place.companyCode,
  plant: '0002',
  storageLocation: '2001',
}

/** Adds it to the world, with its plant. */
export async function addOtherPlant({ database }: World): Promise<void> {
  const { companyCode, plant, storageLocation } = otherPlant
  await database.query(`insert into plant (company_code, plant, name) values ($1, $2, '二厂')`, [
    companyCode,
    plant,
  ])
  await database.query(
    `insert into storage_location (company_code, plant, storage_location, name) values ($1, $2, $3, '二厂库')`,
    [companyCode, plant, storageLocation],
  )
  await database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class)
     select $1, $2, $3, b.bin, 'storage', b.hazard_class from (values ('A-01', ''), ('A-02', ''), ('H-01', '3')) as b (bin, hazard_class)`,
    [companyCode, plant, storageLocation],
  )
}
