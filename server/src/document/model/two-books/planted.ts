import { addQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { LooseContext } from '../../effects/effects.ts'
import { tableByName } from '../../storage/table.ts'
import { inKilograms, kindOf, plannedGrams } from './goods.ts'
import { effect, sql, swapped, trigger, type Plant } from './plant.ts'
import type { Step } from './recorded.ts'
import {
  arrived,
  frozen,
  inspected,
  issued,
  posted,
  received,
  reversed,
  shipped,
} from './usual-steps.ts'

// Faults planted in the product for the test of the model: in its database by triggers, in its effects and declarations by
// replacement. Nothing in the product knows of them.

export interface PlantedFault {
  fault: string
  /** What shows it: the model and the product part at one of them, or when everything is brought to an end. */
  steps: readonly Step[]
  plant: Plant
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    fault: 'consignment stock is posted as own stock',
    steps: [
      ...received('consigned'),
      ...posted(1),
      { type: 'ask', lines: [{ demand: 'ofMaterial', quantity: 4 }] },
      { type: 'issue', request: 0, lines: [{ line: 0, pool: 'consigned/UU', quantity: 4 }] },
      ...posted(2),
    ],
    plant: trigger(
      'before insert on erp_posting',
      `new.payload := replace(new.payload::text, '"specialStock": "K"', '"specialStock": ""')::jsonb; return new;`,
    ),
  },
  {
    fault: 'boxes and rolls are posted as pieces',
    steps: [...received('boxed', 200), ...posted(1)],
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
    steps: [
      ...received('own'),
      { type: 'review', paper: 1 },
      { type: 'periodHere', day: 'lastMonth', isOpen: false },
      { type: 'post', paper: 1, day: 'lastMonth' },
    ],
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
    steps: [
      ...received('own'),
      { type: 'review', paper: 1 },
      { type: 'post', paper: 1, day: null },
      { type: 'send', fault: 'drop-after' },
    ],
    plant: trigger(
      'before update on erp_posting',
      `if new.state = 'unknown' and old.state = 'sending' then
         new.state := 'pending'; new.is_outcome_open := false;
       end if; return new;`,
    ),
  },
  {
    fault: 'what a test destroyed stays in inspection',
    steps: [...inspected('tested', 2)],
    plant: effect('sample-withdrawal', 'record', (context, own) =>
      own({ ...context, move: () => Promise.resolve() } as LooseContext),
    ),
  },
  {
    fault: 'what a test destroyed stays in the books when it is reversed there',
    steps: [
      ...inspected('tested', 2),
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 8 }] },
      ...posted(2),
      ...reversed(1),
    ],
    plant: trigger(
      'before insert on erp_posting',
      `if new.document_type = 'sample-withdrawal' and new.direction = 'reverse' then
         new.state := 'closed'; new.closed_reason := 'planted';
       end if; return new;`,
    ),
  },
  {
    fault: 'a cancellation by a user of the ERP is not entered',
    steps: [
      ...received('own'),
      ...posted(1),
      { type: 'cancelDirectly', posting: 0 },
      { type: 'watch' },
    ],
    plant: trigger('before insert on erp_direct_document', 'return null;'),
  },
  {
    fault: 'a reversal is entered in the book in the direction of its posting',
    steps: [...received('own'), ...posted(1), ...reversed(1)],
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
    steps: [...received('own'), ...issued],
    plant: effect('goods-issue', 'issue', (context, own) =>
      own({
        ...context,
        move: ({ consumesHold: _hold, ...wanted }) => context.move(wanted),
      } as LooseContext),
    ),
  },
  {
    fault: 'a reversed receipt does not return its quantity to the arrival',
    steps: [
      ...received('own'),
      { type: 'reversePhysical', paper: 1 },
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 10 }] },
    ],
    plant: effect('goods-receipt', 'reversePhysical', ({ reverseMoves }) => reverseMoves()),
  },
  {
    fault: 'an issue is posted without its review',
    steps: [...received('own'), ...posted(1), ...issued, { type: 'post', paper: 2, day: null }],
    plant() {
      const { post } = tableByName('goods-issue').definition.actions
      const own = post!.from
      Object.assign(post!, { from: [...own, 'issued'] })
      return Promise.resolve(() => Promise.resolve(void Object.assign(post!, { from: own })))
    },
  },
  {
    fault: 'what a transfer sends back stays in transit',
    steps: [...received('own'), ...shipped, { type: 'sendBack', transfer: 0 }],
    plant: effect('transfer-order', 'settleDifference', (context, own) =>
      own({ ...context, reverseMoves: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'a placement is entered in the book in the direction of its removal',
    steps: [
      ...received('own'),
      ...posted(1),
      ...shipped,
      { type: 'receiveTransfer', transfer: 0, quantities: [4] },
      { type: 'post', paper: 2, day: null },
      { type: 'send', fault: null },
    ],
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
    steps: [
      ...received('own'),
      { type: 'transferAtOnce', from: 1, lines: [{ goods: 'own', quantity: 4 }] },
      { type: 'carryOut', transfer: 0 },
    ],
    plant: effect('transfer-order', 'transfer', (context, own) =>
      own({ ...context, releaseReservations: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'consignment goods that become own stay those of the supplier in the book',
    steps: [
      ...received('consigned'),
      ...posted(1),
      { type: 'changeOwner', kind: 'consignmentToOwn', quantity: 3 },
      { type: 'carryOut', transfer: 0 },
      { type: 'post', paper: 2, day: null },
      { type: 'send', fault: null },
    ],
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
    steps: [
      ...received('own'),
      { type: 'moveBin', lines: [{ from: 'own/UU', quantity: 3 }] },
      { type: 'undoBin', move: 0 },
    ],
    plant: effect('location-adjustment', 'undo', () => undefined),
  },
  {
    fault: 'a storage location that is frozen as a whole lets go what lies there',
    steps: [...received('own'), { type: 'freezePlace', place: 1, scope: 'location' }],
    plant: trigger(
      'before insert on stock_place_hold',
      `if new.area = '' and new.bin = '' then return null; end if; return new;`,
    ),
  },
  {
    fault: 'a count is compared with what it began with, as if nothing had moved since',
    steps: [
      ...received('own', 10, 4),
      { type: 'startCount', pools: ['own/UU'] },
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 6 }] },
      { type: 'enterCount', count: 0, found: [{ found: 9, foundGrams: 0 }] },
      { type: 'explainCount', count: 0 },
      { type: 'reviewCount', count: 0 },
    ],
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
    steps: [
      ...arrived({ goods: 'own', quantity: 10 }, { goods: 'rolled', quantity: 6 }),
      {
        type: 'receive',
        arrival: 0,
        lines: [
          { line: 0, category: 'UU', quantity: 10 },
          { line: 1, category: 'UU', quantity: 6 },
        ],
      },
      ...posted(1),
    ],
    plant: trigger(
      'before insert on erp_posting',
      `if new.payload ? 'items' then
         new.payload := jsonb_set(new.payload, '{items}', jsonb_build_array(new.payload->'items'->0));
       end if; return new;`,
    ),
  },
  {
    fault: 'an arrival is not posted at the gate',
    steps: [{ type: 'postAtGate', isOn: true }, ...inspected('tested', 0)],
    plant: effect('arrival', 'confirm', (context, own) =>
      own({
        ...context,
        documents: { ...context.documents, post: () => Promise.resolve([]) },
      } as LooseContext),
    ),
  },
  {
    fault: 'pieces that are received weigh what is planned instead of their share of what arrived',
    steps: [
      ...inspected('inspected', 0),
      { type: 'receive', arrival: 0, lines: [{ line: 0, category: 'UU', quantity: 4 }] },
    ],
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
    steps: [...received('own'), ...frozen],
    plant: effect('freeze-order', 'freeze', (context, own) =>
      own({ ...context, reserve: () => undefined } as LooseContext),
    ),
  },
  {
    fault: 'a reversal takes its value back with the wrong sign',
    steps: [
      ...received('own'),
      ...posted(1),
      ...reversed(1),
      { type: 'reversePhysical', paper: 1 },
    ],
    plant: trigger(
      'before insert on stock_move_valuation',
      `if exists (select from stock_move m where m.company_code = new.company_code and m.id = new.move_id
         and m.reverses is not null) then new.amount := -new.amount; end if; return new;`,
    ),
  },
  {
    fault: 'an amount that the ERP does not say is taken for nothing',
    steps: [...received('own'), ...posted(1)],
    plant: trigger('before update on erp_posting_item', `new.posted_amount := 0; return new;`),
  },
  {
    fault: 'a release does not end what the freeze holds',
    steps: [...received('own'), ...frozen, { type: 'releaseFreeze', freeze: 0, quantities: [4] }],
    plant: effect('freeze-release', 'release', (context, own) =>
      own({
        ...context,
        move: ({ consumesHold: _hold, ...wanted }) => context.move(wanted),
      } as LooseContext),
    ),
  },
]
