import type { Transaction } from '../platform/database/database.ts'

/** A piece of a serial-managed material, locked until the transaction ends. */
export interface Piece {
  materialNo: string
  serialNo: string
  /** Where it lies; null if it is not in stock. */
  keyId: number | null
  /** Its last move; null if it never moved. */
  moveId: string | null
  /** The document of its last move. */
  documentNo: string | null
  /** Where it lies, as people write it: plant, storage location and bin. */
  place: string | null
  /** A material in stock that has the same serial number, if this one has no such piece. */
  otherMaterial: string | null
}

export interface LockedPieces {
  /** By `pieceText`. */
  pieces: ReadonlyMap<string, Piece>
  /** Number of pieces at the asked keys. */
  counts: ReadonlyMap<number, number>
  units: ReadonlyMap<string, string>
}

/** Identifies a piece. */
export const pieceText = (materialNo: string, serialNo: string): string =>
  `${materialNo}\u001f${serialNo}`

const placeSql = (key: string) =>
  `concat_ws('/', ${key}.plant, nullif(${key}.storage_location, ''), nullif(${key}.bin, ''))`

// Inserting and locking are one: a conflict locks the row and returns its latest version. In one order, so that two documents
// cannot deadlock.
const lockText = `
  with wanted as (
    select material_no, serial_no from unnest($2::text[], $3::text[]) as w (material_no, serial_no)
  ), locked as (
    insert into stock_serial_number as n (company_code, material_no, serial_no)
    select $1, material_no, serial_no from wanted order by material_no, serial_no
    on conflict (company_code, material_no, serial_no) do update set moved_at = n.moved_at
    returning n.material_no, n.serial_no, n.key_id, n.move_id
  )
  select 'piece' as kind, l.material_no, l.serial_no, l.key_id, l.move_id, m.document_no, ${placeSql('k')} as place,
    (select min(o.material_no) from stock_serial_number o where l.move_id is null and o.company_code = $1
       and o.serial_no = l.serial_no and o.material_no <> l.material_no and o.key_id is not null) as other_material,
    0 as count
  from locked l
  left join stock_key k on k.company_code = $1 and k.id = l.key_id
  left join stock_move m on m.company_code = $1 and m.id = l.move_id
  union all
  select 'count', null, null, key_id, null, null, null, null, count(*)::int
  from stock_serial_number where company_code = $1 and key_id = any($4::bigint[]) group by key_id
  union all
  select 'unit', material_no, unit, null, null, null, null, null, 0
  from material where material_no = any($5::text[])`

/**
 * Locks pieces, and makes known those that never were; one statement. Their keys' balances are locked before, so that the
 * pieces at a key do not change meanwhile.
 * @param keyIds those whose pieces are counted
 * @param materialNos those whose units are read, for refusals
 */
export async function lockPieces(
  tx: Transaction,
  companyCode: string,
  wanted: readonly { materialNo: string; serialNo: string }[],
  keyIds: readonly number[],
  materialNos: readonly string[],
): Promise<LockedPieces> {
  const each = [
    ...new Map(wanted.map((one) => [pieceText(one.materialNo, one.serialNo), one])).values(),
  ]
  const rows = await tx.query<Piece & { kind: 'piece' | 'count' | 'unit'; count: number }>(
    lockText,
    [
      companyCode,
      each.map(({ materialNo }) => materialNo),
      each.map(({ serialNo }) => serialNo),
      [...new Set(keyIds)],
      [...new Set(materialNos)],
    ],
  )
  const pieces = new Map<string, Piece>()
  const counts = new Map<number, number>()
  const units = new Map<string, string>()
  for (const { kind, count, ...row } of rows) {
    if (kind === 'count') counts.set(row.keyId!, count)
    else if (kind === 'unit') units.set(row.materialNo, row.serialNo)
    else pieces.set(pieceText(row.materialNo, row.serialNo), row)
  }
  return { pieces, counts, units }
}

/**
 * Where pieces are in stock in other companies, by `pieceText`: company, plant, storage location and bin. One statement, over
 * all companies; a serial number is one of its material in the whole ERP (EQUI).
 */
export async function piecesElsewhere(
  tx: Transaction,
  companyCode: string,
  wanted: readonly { materialNo: string; serialNo: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map()
  const rows = await tx.query<{ materialNo: string; serialNo: string; place: string }>(
    `select n.material_no, n.serial_no, n.company_code || ' ' || ${placeSql('k')} as place
     from unnest($2::text[], $3::text[]) as w (material_no, serial_no)
     cross join company c
     join stock_serial_number n on n.company_code = c.company_code and n.material_no = w.material_no
       and n.serial_no = w.serial_no
     join stock_key k on k.company_code = n.company_code and k.id = n.key_id
     where c.company_code <> $1`,
    [
      companyCode,
      wanted.map(({ materialNo }) => materialNo),
      wanted.map(({ serialNo }) => serialNo),
    ],
  )
  return new Map(rows.map((row) => [pieceText(row.materialNo, row.serialNo), row.place]))
}
