import type { Transaction } from '../platform/database/database.ts'
import {
  upsertMaterialGroups,
  upsertMaterials,
  upsertMaterialUnits,
  upsertSuppliers,
  upsertUnits,
} from '../masters/public.ts'
import { pinyinInitials } from '../masters/pinyin.ts'
import { demonstrationCharacteristics } from './characteristics.ts'
import type { DemonstrationCompany } from './company.ts'
import { drivers, vehicles } from './fleet.ts'
import { families, units } from './materials.ts'
import { companies, plants, storageLocations } from './organization.ts'
import { pickingUnits, requesters, suppliers } from './partners.ts'
import { writeClasses, writeDuplicates } from './write-classes.ts'
import { writePlaces } from './write-places.ts'

const author = '演示数据'

/** Inserts missing rows: one statement for any number of rows. */
async function addRows(
  tx: Transaction,
  table: string,
  types: Record<string, string>,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(types)
  const value = (row: object, column: string) =>
    (row as Record<string, unknown>)[
      column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
    ]
  await tx.query(
    `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}, updated_by_name)
     select given.*, '${author}' from unnest(${columns.map((column, index) => `$${index + 1}::${types[column]}[]`).join(', ')}) as given
     on conflict do nothing`,
    columns.map((column) => rows.map((row) => value(row, column))),
  )
}

const named = <T extends { name: string }>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, pinyin: pinyinInitials(row.name) }))

/** Writes the masters of the company; existing rows stay unchanged. */
// oxlint-disable-next-line max-lines-per-function -- one list: the tables of the company in the order of their keys
export async function writeCompany(tx: Transaction, company: DemonstrationCompany): Promise<void> {
  await addRows(
    tx,
    'company',
    { company_code: 'text', name: 'text', currency: 'text', pinyin: 'text' },
    named(companies),
  )
  await addRows(
    tx,
    'plant',
    { company_code: 'text', plant: 'text', name: 'text', address: 'text', pinyin: 'text' },
    named(plants),
  )
  await addRows(
    tx,
    'storage_location',
    {
      company_code: 'text',
      plant: 'text',
      storage_location: 'text',
      name: 'text',
      address: 'text',
      keeper_name: 'text',
      pinyin: 'text',
    },
    named(storageLocations),
  )
  await addRows(
    tx,
    'bin',
    {
      company_code: 'text',
      plant: 'text',
      storage_location: 'text',
      bin: 'text',
      area: 'text',
      aisle: 'text',
      rack: 'text',
      level: 'text',
      position: 'text',
      purpose: 'text',
      hazard_class: 'text',
      weight_capacity_kg: 'numeric',
      piece_capacity: 'numeric',
      allows_mixing: 'boolean',
      barcode: 'text',
      pinyin: 'text',
    },
    company.bins.map((bin) => ({
      ...bin,
      barcode: `${bin.storageLocation}-${bin.bin}`,
      pinyin: pinyinInitials(bin.bin),
    })),
  )
  await upsertUnits(tx, units)
  await upsertMaterialGroups(
    tx,
    families.map(({ materialGroup, name }) => ({ materialGroup, name })),
  )
  await upsertSuppliers(
    tx,
    suppliers.map((supplier) => ({ ...supplier, isActive: true })),
  )
  await addRows(
    tx,
    'consignor',
    {
      supplier_no: 'text',
      consignor: 'text',
      name: 'text',
      contact_name: 'text',
      telephone: 'text',
      address: 'text',
      is_usual: 'boolean',
      pinyin: 'text',
    },
    named(
      suppliers.map((supplier) => ({
        ...supplier,
        consignor: '01',
        name: `${supplier.name}成品库`,
        isUsual: true,
      })),
    ),
  )
  await writeMaterials(tx, company)
  await writeDuplicates(tx, company.materials)
  await writeClasses(tx)
  await addRows(
    tx,
    'inspection_characteristic',
    {
      company_code: 'text',
      material_group: 'text',
      characteristic: 'text',
      name: 'text',
      position: 'integer',
      kind: 'text',
      importance: 'text',
      lower_limit: 'numeric',
      upper_limit: 'numeric',
      measuring_unit: 'text',
      sample_size: 'integer',
      standard: 'text',
      pinyin: 'text',
    },
    named(demonstrationCharacteristics),
  )
  await addRows(
    tx,
    'picking_unit',
    {
      company_code: 'text',
      picking_unit: 'text',
      name: 'text',
      cost_center: 'text',
      head_name: 'text',
      pinyin: 'text',
    },
    named(pickingUnits),
  )
  await addRows(
    tx,
    'requester',
    {
      company_code: 'text',
      requester: 'text',
      name: 'text',
      picking_unit: 'text',
      account: 'text',
      telephone: 'text',
      pinyin: 'text',
    },
    named(requesters),
  )
  await addRows(
    tx,
    'driver',
    {
      company_code: 'text',
      driver: 'text',
      name: 'text',
      account: 'text',
      telephone: 'text',
      qualification_no: 'text',
      qualification_valid_to: 'date',
      pinyin: 'text',
    },
    named(drivers),
  )
  await tx.query(
    `insert into vehicle (company_code, vehicle, plate_no, name, load_capacity_kg, hazard_classes, licence_no, licence_valid_to,
       driver, pinyin, updated_by_name)
     select company_code, vehicle, plate_no, name, load_capacity_kg, coalesce(string_to_array(nullif(hazard_classes, ''), '|'), '{}'),
       licence_no, licence_valid_to, driver, pinyin, '${author}'
     from jsonb_to_recordset($1) as given (company_code text, vehicle text, plate_no text, name text, load_capacity_kg numeric,
       hazard_classes text, licence_no text, licence_valid_to date, driver text, pinyin text)
     on conflict do nothing`,
    [
      JSON.stringify(
        named(vehicles).map((one) => ({
          company_code: one.companyCode,
          vehicle: one.vehicle,
          plate_no: one.plateNo,
          name: one.name,
          load_capacity_kg: one.loadCapacityKg,
          hazard_classes: one.hazardClasses,
          licence_no: one.licenceNo,
          licence_valid_to: one.licenceValidTo,
          driver: one.driver,
          pinyin: one.pinyin,
        })),
      ),
    ],
  )
  await addRows(
    tx,
    'picking_unit_storage_location',
    { company_code: 'text', picking_unit: 'text', plant: 'text', storage_location: 'text' },
    pickingUnits.flatMap((unit) =>
      storageLocations
        .filter(
          ({ plant, pickingUnit = unit.pickingUnit }) =>
            plant === unit.plant && pickingUnit === unit.pickingUnit,
        )
        .map((location) => ({ ...unit, storageLocation: location.storageLocation })),
    ),
  )
  await writePlaces(tx)
}

/** Writes the ERP's data of materials, then the local attributes. */
async function writeMaterials(tx: Transaction, { materials }: DemonstrationCompany): Promise<void> {
  await upsertMaterials(
    tx,
    materials.map((material) => ({ ...material, isActive: true })),
  )
  await upsertMaterialUnits(tx, materials)
  await tx.query(
    `update material m set is_serial_managed = given.is_serial_managed, shelf_life_days = given.shelf_life_days,
       minimum_remaining_days = given.minimum_remaining_days, hazard_class = given.hazard_class, criticality = given.criticality,
       abc_class = given.abc_class, required_documents = string_to_array(given.required_documents, '|'),
       required_spares = string_to_array(given.required_spares, '|'),
       second_unit = case when given.grams is null then '' else 'KG' end, second_numerator = given.grams,
       second_denominator = case when given.grams is null then null else 1000 end,
       second_deviation_percent = case when given.grams is null then null else 5 end,
       -- What one person may draw of a chemical within the days of the business parameter.
       person_cap_quantity = case when given.hazard_class = '' then null else 60 end
     from unnest($1::text[], $2::boolean[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::integer[], $10::text[]) as given
       (material_no, is_serial_managed, shelf_life_days, minimum_remaining_days, hazard_class, criticality, abc_class, required_documents, grams,
         required_spares)
     where m.material_no = given.material_no`,
    [
      materials.map((material) => material.materialNo),
      materials.map((material) => material.isSerialManaged),
      materials.map((material) => material.shelfLifeDays),
      materials.map((material) => material.minimumRemainingDays),
      materials.map((material) => material.hazardClass),
      materials.map((material) => material.criticality),
      materials.map((material) => material.abcClass),
      materials.map((material) => material.requiredDocuments.join('|')),
      materials.map((material) => material.gramsOfUnit),
      materials.map((material) => material.requiredSpares.join('|')),
    ],
  )
}
