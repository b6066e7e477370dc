import { addQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Database } from '../../../platform/database/database.ts'
import { effectsOf, type LooseContext } from '../../act/effects.ts'
import { tableByName } from '../../service.ts'
import { inKilograms, kindOf, plannedGrams } from './goods.ts'

// Faults planted in the product for the test of the model: in its database by triggers, in its effects and declarations by
// replacement. Nothing in the product knows of them.

export interface PlantedFault {
  fault: string
  /** Of the first run; a seed whose operations soon meet the fault. */
  seed: number
  /** Plants it and returns what removes it. */
  plant: (this: void, database: Database) => Promise<() => Promise<void>>
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    fault: 'consignment stock is posted as own stock',
    seed: 303,
    plant: trigger(
      'before insert on erp_posting',
      `new.payload := replace(new.payload::text, '"specialStock": "K"', '"specialStock": ""')::jsonb; return new;`,
    ),
  },
  {
    fault: 'boxes and rolls are posted as pieces',
    seed: 104,
    plant: trigger(
      'before insert on erp_posting',
      `if new.payload ? 'items' then
         new.payload := jsonb_set(new.payload, '{items}', (select jsonb_agg(case when item ? 'entryQuantity'
           then (item - 'entryUnit' - 'entryQuantity') || jsonb_build_object('quantity', item->'entryQuantity') else item end)
           from jsonb_array_elements(new.payload->'items') item));
       end if; return new;`,
    ),
  },
  {
    fault: 'a posting date in a closed period is accepted',
    seed: 304,
    plant: sql(
      `create or replace function accounting_period_states(company text) returns setof accounting_period
       language plpgsql volatile as $$
       declare found accounting_period;
       begin
         for found in select * from accounting_period where company_code = company loop
           found.state := 'open';
           return next found;
         end loop;
       end $$`,
      `create or replace function accounting_period_states(company text) returns setof accounting_period
       language plpgsql volatile as $$
       begin
         perform pg_advisory_xact_lock_shared(hashtextextended('accounting_period/' || company, 0));
         return query select * from accounting_period where company_code = company;
       end $$`,
    ),
  },
  {
    fault: 'a posting whose answer was lost is sent again without looking',
    seed: 310,
    plant: trigger(
      'before update on erp_posting',
      `if new.state = 'unknown' and old.state = 'sending' then
         new.state := 'pending'; new.is_outcome_open := false;
       end if; return new;`,
    ),
  },
  {
    fault: 'what a test destroyed stays in inspection',
    seed: 2,
    plant: effect('sample-withdrawal', 'record', (context, own) =>
      own({ ...context, move: () => Promise.resolve() } as LooseContext),
    ),
  },
  {
    fault: 'what a test destroyed stays in the books when it is reversed there',
    seed: 2,
    plant: trigger(
      'before insert on erp_posting',
      `if new.document_type = 'sample-withdrawal' and new.direction = 'reverse' then
         new.state := 'closed'; new.closed_reason := 'planted';
       end if; return new;`,
    ),
  },
  {
    fault: 'a cancellation by a user of the ERP is not entered',
    seed: 2,
    plant: trigger('before insert on erp_direct_document', 'return null;'),
  },
  {
    fault: 'a reversal is entered in the book in the direction of its posting',
    seed: 2,
    plant: trigger(
      'before insert on erp_posting_item',
      `if exists (select from erp_posting p where p.company_code = new.company_code and p.id = new.posting_id
         and p.direction = 'reverse') then
         ${swapped('plant', 'storage_location', 'batch', 'stock_category', 'special_stock', 'special_stock_reference')}
       end if; return new;`,
    ),
  },
  {
    fault: 'an issue leaves the hold of its requisition as it was',
    seed: 302,
    plant: effect('goods-issue', 'issue', (context, own) =>
      own({
        ...context,
        move: ({ consumesHold: _hold, ...wanted }) => context.move(wanted),
      } as LooseContext),
    ),
  },
  {
    fault: 'a reversed receipt does not return its quantity to the arrival',
    seed: 301,
    plant: effect('goods-receipt', 'reversePhysical', ({ reverseMoves }) => reverseMoves()),
  },
  {
    fault: 'an issue is posted without its review',
    seed: 430,
    plant() {
      const { post } = tableByName('goods-issue').definition.actions
      const own = post!.from
      Object.assign(post!, { from: [...own, 'issued'] })
      return Promise.resolve(() => Promise.resolve(void Object.assign(post!, { from: own })))
    },
  },
  {
    fault: 'what a transfer sends back stays in transit',
    seed: 6,
    plant: effect('transfer-order', 'settleDifference', (context, own) =>
      own({ ...context, reverseMoves: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'a placement is entered in the book in the direction of its removal',
    seed: 306,
    plant: trigger(
      'before insert on erp_posting_item',
      `if exists (select from erp_posting p where p.company_code = new.company_code and p.id = new.posting_id
         and p.document_type = 'transfer-order' and p.step = 2) then
         ${swapped('plant', 'storage_location', 'batch', 'stock_category', 'special_stock', 'special_stock_reference')}
       end if; return new;`,
    ),
  },
  {
    fault: 'a transfer in one step leaves what it holds as it was',
    seed: 1,
    plant: effect('transfer-order', 'transfer', (context, own) =>
      own({ ...context, releaseReservations: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'consignment goods that become own stay those of the supplier in the book',
    seed: 304,
    plant: trigger(
      'before insert on erp_posting_item',
      `if new.from_special_stock = 'K' and exists (select from erp_posting p where p.company_code = new.company_code
         and p.id = new.posting_id and p.document_type = 'transfer-order') then
         new.to_special_stock := 'K'; new.to_special_stock_reference := new.from_special_stock_reference;
       end if; return new;`,
    ),
  },
  {
    fault: 'goods whose way into another bin is undone stay there',
    seed: 1,
    plant: effect('location-adjustment', 'undo', () => undefined),
  },
  {
    fault: 'a storage location that is frozen as a whole lets go what lies there',
    seed: 1,
    plant: trigger(
      'before insert on stock_place_hold',
      `if new.area = '' and new.bin = '' then return null; end if; return new;`,
    ),
  },
  {
    fault: 'a count is compared with what it began with, as if nothing had moved since',
    seed: 1,
    plant: effect('stocktaking', 'count', (context, own) => {
      const movedBy = new Map<number, Quantity>()
      const setLine: LooseContext['setLine'] = (lineNo, changes) => {
        const { movedQuantity, differenceQuantity } = changes
        if (typeof movedQuantity === 'string') movedBy.set(lineNo, movedQuantity as Quantity)
        context.setLine(
          lineNo,
          typeof differenceQuantity === 'string'
            ? {
                ...changes,
                differenceQuantity: addQuantity(
                  differenceQuantity as Quantity,
                  movedBy.get(lineNo) ?? zeroQuantity,
                ),
              }
            : changes,
        )
      }
      return own({ ...context, setLine })
    }),
  },
  {
    fault: 'a document of several lines reaches the ERP with its first one only',
    seed: 1,
    plant: trigger(
      'before insert on erp_posting',
      `if new.payload ? 'items' then
         new.payload := jsonb_set(new.payload, '{items}', jsonb_build_array(new.payload->'items'->0));
       end if; return new;`,
    ),
  },
  {
    fault: 'an arrival is not posted at the gate',
    seed: 108,
    plant: effect('arrival', 'confirm', (context, own) =>
      own({
        ...context,
        documents: { ...context.documents, post: () => Promise.resolve([]) },
      } as LooseContext),
    ),
  },
  {
    fault: 'pieces that are received weigh what is planned instead of their share of what arrived',
    seed: 1,
    plant: effect('goods-receipt', 'receive', (context, own) =>
      own({
        ...context,
        move: (wanted) => {
          const isWeighed = wanted.from.materialNo === kindOf('inspected').materialNo
          const grams = plannedGrams('inspected', Number(wanted.quantity))!
          return context.move(
            isWeighed ? { ...wanted, secondQuantity: inKilograms(grams) as Quantity } : wanted,
          )
        },
      } as LooseContext),
    ),
  },
  {
    fault: 'goods in doubt are blocked and held by nobody',
    seed: 1,
    plant: effect('freeze-order', 'freeze', (context, own) =>
      own({ ...context, reserve: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'a release does not end what the freeze holds',
    seed: 305,
    plant: effect('freeze-release', 'release', (context, own) =>
      own({
        ...context,
        move: ({ consumesHold: _hold, ...wanted }) => context.move(wanted),
      } as LooseContext),
    ),
  },
]

/** The statements of a trigger that exchange where an item comes from and where it goes. */
function swapped(...names: string[]): string {
  return `select ${names.map((name) => `new.to_${name}, new.from_${name}`).join(', ')}
    into ${names.map((name) => `new.from_${name}, new.to_${name}`).join(', ')};`
}

function sql(plant: string, remove: string): PlantedFault['plant'] {
  return async (database) => {
    await asOwner(database, plant)
    return () => asOwner(database, remove)
  }
}

/** A trigger with this body, at this moment of a table. */
function trigger(at: string, body: string): PlantedFault['plant'] {
  const table = at.split(' ').at(-1)!
  return sql(
    `create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
     create trigger a_planted ${at} for each row execute function planted()`,
    `drop trigger a_planted on ${table}; drop function planted()`,
  )
}

type Act = (context: LooseContext) => Promise<void> | void

function effect(
  name: string,
  action: string,
  act: (context: LooseContext, own: Act) => Promise<void> | void,
): PlantedFault['plant'] {
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
