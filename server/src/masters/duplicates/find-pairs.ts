import { entryOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import {
  compareLikeness,
  likenessOf,
  matchKeys,
  type DescribedMaterial,
  type FoundLikeness,
  type Likeness,
} from './likeness.ts'

// Finds alike materials without comparing each with each: materials whose text is new get keys, and only materials with a
// common key are compared. What was decided stays decided; pairs that nobody has decided and are not alike any more go.

/** Materials read, written and compared at once. */
const batchSize = 1000

/** A key that more materials share says nothing; another key of theirs finds what is alike. */
const sharedMax = 300

/** What a run did. */
export interface FoundPairs {
  read: number
  found: number
  gone: number
}

interface Described extends DescribedMaterial {
  materialGroup: string
  described: string
}

/** The text of a material `m` of which the keys are made. */
const describedSql = `md5(concat_ws(E'\\x1f', m.description, m.specification, m.material_grade, m.drawing_no, m.manufacturer, m.unit, m.hazard_class))`

const columns = `m.material_no, m.description, m.specification, m.material_grade, m.drawing_no, m.manufacturer, m.unit,
  m.hazard_class, m.material_group, ${describedSql} as described`

/** Reads changed materials and compares them; may run at any time, also twice at once. */
export async function findMaterialPairs(database: Database): Promise<FoundPairs> {
  const done: FoundPairs = { read: 0, found: 0, gone: 0 }
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each batch is a transaction
    const read = await database.transaction(async (tx) => {
      // Two runs at once would compare the same materials.
      await tx.query(`select pg_advisory_xact_lock(hashtext('material_pair'))`)
      const changed = await changedMaterials(tx)
      if (changed.length === 0) return 0
      await writeKeys(tx, changed)
      const { found, gone } = await comparePairs(tx, changed)
      done.found += found
      done.gone += gone
      return changed.length
    })
    done.read += read
    if (read < batchSize) return done
  }
}

/** Materials in use whose keys are missing or of another text. */
function changedMaterials(queryable: Queryable): Promise<Described[]> {
  return queryable.query<Described>(
    `select ${columns} from material m
     where m.is_active and not exists (
       select 1 as has_keys from material_match_key k where k.material_no = m.material_no and k.described = ${describedSql})
     order by m.material_no limit ${batchSize}`,
  )
}

async function writeKeys(tx: Queryable, changed: readonly Described[]): Promise<void> {
  const keys = changed.flatMap((material) => {
    const found = matchKeys(likenessOf(material))
    // A material of which nothing can be said has a key of its own, so that it is not read again.
    return (found.length === 0 ? [`=${material.materialNo}`] : found).map((key) => ({
      materialNo: material.materialNo,
      key,
      described: material.described,
    }))
  })
  await tx.query('delete from material_match_key where material_no = any($1::text[])', [
    changed.map(({ materialNo }) => materialNo),
  ])
  await tx.query(
    `insert into material_match_key (material_no, match_key, described) select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      keys.map(({ materialNo }) => materialNo),
      keys.map(({ key }) => key),
      keys.map(({ described }) => described),
    ],
  )
}

interface Candidate {
  materialNo: string
  otherNo: string
}

async function comparePairs(
  tx: Queryable,
  changed: readonly Described[],
): Promise<{ found: number; gone: number }> {
  const numbers = changed.map(({ materialNo }) => materialNo)
  const candidates = await tx.query<Candidate>(
    `with wanted as materialized (
       select k.material_no, k.match_key from material_match_key k where k.material_no = any($1::text[])),
     telling as materialized (
       select w.match_key from (select distinct match_key from wanted) w
       where (select count(*) from (select 1 as one from material_match_key k where k.match_key = w.match_key limit ${sharedMax + 1}) as few) <= ${sharedMax})
     select distinct least(w.material_no, k.material_no) as material_no, greatest(w.material_no, k.material_no) as other_no
     from wanted w join telling t on t.match_key = w.match_key
     join material_match_key k on k.match_key = w.match_key and k.material_no <> w.material_no
     join material m on m.material_no = k.material_no and m.is_active
     order by 1, 2`,
    [numbers],
  )
  const missing = [
    ...new Set(candidates.flatMap(({ materialNo, otherNo }) => [materialNo, otherNo])),
  ]
  const described = await tx.query<Described>(
    `select ${columns} from material m where m.material_no = any($1::text[])`,
    [missing],
  )
  const known = new Map(described.map((one) => [one.materialNo, one]))
  const forms = new Map<string, Likeness>(described.map((one) => [one.materialNo, likenessOf(one)]))
  const found = candidates.flatMap(({ materialNo, otherNo }) => {
    const likeness = compareLikeness(entryOf(forms, materialNo), entryOf(forms, otherNo))
    return likeness === null
      ? []
      : [{ one: entryOf(known, materialNo), other: entryOf(known, otherNo), likeness }]
  })
  const gone = await tx.query(
    `delete from material_pair p where p.state = 'open' and (p.material_no = any($1::text[]) or p.other_no = any($1::text[]))
       and (p.material_no, p.other_no) not in (select * from unnest($2::text[], $3::text[])) returning 1 as gone`,
    [numbers, found.map(({ one }) => one.materialNo), found.map(({ other }) => other.materialNo)],
  )
  return { found: await writePairs(tx, found), gone: gone.length }
}

interface Pair {
  one: Described
  other: Described
  likeness: FoundLikeness
}

/** Writes pairs; what was decided keeps its decision. Returns how many are new. */
async function writePairs(tx: Queryable, pairs: readonly Pair[]): Promise<number> {
  if (pairs.length === 0) return 0
  const written = await tx.query<{ isNew: boolean }>(
    `insert into material_pair as p (material_no, other_no, suggestion, score, description, other_description, manufacturer,
       other_manufacturer, material_group)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
     on conflict (material_no, other_no) do update set suggestion = excluded.suggestion, score = excluded.score,
       description = excluded.description, other_description = excluded.other_description,
       manufacturer = excluded.manufacturer, other_manufacturer = excluded.other_manufacturer,
       material_group = excluded.material_group
     where p.state = 'open'
     returning (xmax = 0) as is_new`,
    [
      pairs.map(({ one }) => one.materialNo),
      pairs.map(({ other }) => other.materialNo),
      pairs.map(({ likeness }) => likeness.suggestion),
      pairs.map(({ likeness }) => likeness.score.toFixed(3)),
      pairs.map(({ one }) => one.description),
      pairs.map(({ other }) => other.description),
      pairs.map(({ one }) => one.manufacturer),
      pairs.map(({ other }) => other.manufacturer),
      pairs.map(({ one }) => one.materialGroup),
    ],
  )
  return written.filter(({ isNew }) => isNew).length
}
