import type { Database } from '../../../platform/database/database.ts'
import { effectsOf, type LooseContext } from '../../effects/effects.ts'

/** Plants a fault and returns what removes it. */
export type Plant = (this: void, database: Database) => Promise<() => Promise<void>>

/** The statements of a trigger that exchange where an item comes from and where it goes. */
export function swapped(...names: string[]): string {
  return `select ${names.map((name) => `new.to_${name}, new.from_${name}`).join(', ')}
    into ${names.map((name) => `new.from_${name}, new.to_${name}`).join(', ')};`
}

export function sql(plant: string, remove: string): Plant {
  return async (database) => {
    await asOwner(database, plant)
    return () => asOwner(database, remove)
  }
}

/** A trigger with this body, at this moment of a table. */
export function trigger(at: string, body: string): Plant {
  const table = at.split(' ').at(-1)!
  return sql(
    `create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
     create trigger a_planted ${at} for each row execute function planted()`,
    `drop trigger a_planted on ${table}; drop function planted()`,
  )
}

type Act = (context: LooseContext) => Promise<void> | void

export function effect(
  name: string,
  action: string,
  act: (context: LooseContext, own: Act) => Promise<void> | void,
): Plant {
  return () => {
    const { actions } = effectsOf(name)
    const own = actions[action]!
    actions[action] = (context) => act(context, own as Act)
    return Promise.resolve(() => Promise.resolve(void (actions[action] = own)))
  }
}

async function asOwner(database: Database, text: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('reset role')
    await client.query(text)
    await client.query('set role kufang_app')
  } finally {
    client.release()
  }
}
