import { commonHeader, commonLine } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/erp-state.ts'
import type { Field, FieldKind, Fields } from '@kufang/contract/document/declare/field.ts'
import { toSnake } from '../server/src/platform/database/case.ts'

const types: Record<FieldKind, string> = {
  text: 'text',
  quantity: 'numeric(18,3)',
  money: 'numeric(18,2)',
  integer: 'integer',
  decimal: 'numeric(18,6)',
  date: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  reference: 'text',
  list: 'text[]',
}

function columnOf([name, field]: [string, Field]): string {
  const column = toSnake(name)
  const limit =
    field.kind === 'choice'
      ? ` check (${column} in (${names(Object.keys(field.choices ?? {}))}))`
      : ''
  return `  ${column} ${types[field.kind]}${limit}`
}

const names = (list: readonly string[]) => list.map((name) => `'${name}'`).join(', ')

function own(fields: Fields, common: Fields): string[] {
  return Object.entries(fields)
    .filter(([name]) => !(name in common))
    .map(columnOf)
}

/**
 * The migration of a new document type, written once by `npm run new-document` and kept by hand from
 * then on: a header and a line table, `company_code` first in every key (spec domain.md 2.7).
 */
export function documentSql(definition: AnyDocument): string {
  const table = toSnake(definition.name)
  const header = [
    '  company_code text not null',
    '  id uuid not null',
    '  doc_no text not null',
    `  state text not null check (state in (${names(Object.keys(definition.states))}))`,
    `  erp_state text not null default 'notNeeded' check (erp_state in (${names(Object.keys(erpStates))}))`,
    '  version integer not null default 1',
    "  acts jsonb not null default '{}'",
    "  plant text not null default ''",
    "  storage_location text not null default ''",
    '  document_date date not null',
    '  posting_date date',
    '  remark text',
    '  created_by uuid not null',
    '  created_by_name text not null',
    '  created_at timestamptz not null default now()',
    '  updated_at timestamptz not null default now()',
    // What is the ERP's own is not printed here.
    ...(definition.isMirror
      ? []
      : ['  print_count integer not null default 0 check (print_count >= 0)']),
    ...own(definition.header, commonHeader),
    '  primary key (company_code, id)',
    '  unique (company_code, doc_no)',
  ]
  const positive = definition.isMirror ? 'quantity >= 0' : 'quantity > 0'
  const lines = [
    '  company_code text not null',
    '  document_id uuid not null',
    '  line_no integer not null check (line_no > 0)',
    '  material_no text not null',
    '  description text',
    '  specification text',
    '  material_group text',
    '  unit text not null',
    `  quantity numeric(18,3) not null check (${positive})`,
    '  done_quantity numeric(18,3) not null default 0 check (done_quantity >= 0)',
    '  closed_quantity numeric(18,3) not null default 0 check (closed_quantity >= 0)',
    '  open_quantity numeric(18,3) generated always as (greatest(quantity - done_quantity - closed_quantity, 0)) stored',
    `  progress text generated always as (case
    when done_quantity = 0 and closed_quantity = 0 then 'open'
    when done_quantity + closed_quantity < quantity then 'partial'
    when done_quantity = 0 then 'closed'
    else 'done' end) stored`,
    `  line_erp_state text not null default 'notNeeded' check (line_erp_state in (${names(Object.keys(erpStates))}))`,
    '  source_type text',
    '  source_id uuid',
    '  source_no text',
    '  source_line integer',
    '  material_document text',
    '  material_document_year text',
    '  line_remark text',
    ...own(definition.lines, commonLine),
    '  primary key (company_code, document_id, line_no)',
    `  foreign key (company_code, document_id) references ${table} (company_code, id) on delete cascade`,
  ]
  return `-- ${definition.label.zh} ${definition.label.en}

create table ${table} (
${header.join(',\n')}
);
create index ${table}_newest on ${table} (company_code, created_at, id);
create index ${table}_state on ${table} (company_code, state, created_at, id);
create index ${table}_location on ${table} (company_code, plant, storage_location, created_at, id);

create table ${table}_line (
${lines.join(',\n')}
);
create index ${table}_line_material on ${table}_line (company_code, material_no, document_id);
create index ${table}_line_source on ${table}_line (company_code, source_id, source_line);
`
}
