import type { Queryable } from '../platform/database/database.ts'

/**
 * Copies material groups to balances, which are filtered and scoped by them. Call it when materials are mirrored or
 * regrouped; new balances take the group themselves. One statement for any number of materials.
 */
export async function setMaterialGroups(
  queryable: Queryable,
  companyCode: string,
  materials: readonly { materialNo: string; materialGroup: string }[],
): Promise<void> {
  if (materials.length === 0) return
  await queryable.query(
    `with given as (
      select * from unnest($2::text[], $3::text[]) as given (material_no, material_group)
    ), changed as (
      insert into stock_material as m (company_code, material_no, material_group)
      select $1, material_no, material_group from given order by material_no
      on conflict (company_code, material_no) do update set material_group = excluded.material_group
      where m.material_group <> excluded.material_group
      returning material_no, material_group
    ), locked as materialized (
      select key_id from (
        select b.key_id from stock_balance b join changed using (material_no)
        where b.company_code = $1 order by b.key_id for no key update of b) as balance
    )
    update stock_balance b set material_group = given.material_group
    from locked, given
    where b.company_code = $1 and b.key_id = locked.key_id and b.material_no = given.material_no`,
    [
      companyCode,
      materials.map((material) => material.materialNo),
      materials.map((material) => material.materialGroup),
    ],
  )
}
