import { Button, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Filter } from '@kufang/contract/document/api.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { materialClass } from '@kufang/contract/masters/material-class.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../kit/grid/data-grid.tsx'
import { MasterList } from '../kit/pages/master-page.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import type { ReadAll } from '../kit/pages/list/record-list.tsx'
import { useWholeSelection } from '../kit/pages/list/use-whole-selection.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { ClassTree, type ChosenClass } from './class-tree.tsx'
import styles from './masters.module.css'
import { ProposalsDialog } from './proposals-dialog.tsx'

const messages = defineMessages({
  view: { zh: '显示方式', en: 'Shown as' },
  board: { zh: '归类看板', en: 'Board' },
  table: { zh: '分类表', en: 'Table of classes' },
  unassigned: { zh: '未归类物料', en: 'Materials without a class' },
  groups: { zh: '整组归类', en: 'Assign whole groups' },
  assign: { zh: '归类', en: 'Assign' },
  proposals: { zh: '按分类补齐属性', en: 'Complete attributes' },
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
})

const path = '/materialPropertyManage/iClassificationOrMaterialRel'
const shown = [
  'materialNo',
  'description',
  'materialClass',
  'materialGroup',
  'needsInspection',
  'shelfLifeDays',
  'hazardClass',
  'preservationKind',
  'criticality',
  'abcClass',
]
const fields: Readonly<Record<string, Field>> = material.fields
const noStates = (): undefined => undefined
const entity = 'material'

/** 物料分类: materials by the tree of their classes, or the table of classes with its import. */
export default function ClassPage(): ReactNode {
  const t = useMessages(messages)
  const [view, setView] = useState<'board' | 'table'>('board')
  const beside = (
    <Segmented
      aria-label={t('view')}
      value={view}
      options={(['board', 'table'] as const).map((value) => ({ value, label: t(value) }))}
      onChange={setView}
    />
  )
  return view === 'table' ? (
    <MasterList definition={materialClass} path={path} beside={beside} />
  ) : (
    <Board beside={beside} />
  )
}

/** The tree on the left, the materials of the chosen class and of those below it on the right. */
// oxlint-disable-next-line max-lines-per-function -- markup: one board, its parts are components
function Board({ beside }: { beside: ReactNode }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const grid = useRef<DataGridHandle>(null)
  const reader = useRef<ReadAll>(null)
  const [chosen, setChosen] = useState<ChosenClass>({
    classCode: '',
    name: '',
    prefix: '',
  })
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const [asking, setAsking] = useState<'materials' | 'groups' | 'proposals' | null>(null)
  const clear = () => grid.current?.clearSelection()
  const { whole, isReading } = useWholeSelection(selection, reader, clear)
  const columns = useMemo(
    () =>
      [...new Set([...shown, 'specification', 'materialGrade', 'drawingNo', 'manufacturer'])].map(
        (name) => ({
          ...fieldColumn(name, {
            ...fields[name]!,
            required: false,
          }),
          ...(!shown.includes(name) && { isHidden: true }),
        }),
      ),
    [],
  )
  const fixedFilters = useMemo(
    (): Filter[] => [
      chosen.classCode === ''
        ? { field: 'materialClass', operator: 'empty' }
        : { field: 'materialClass', operator: 'startsWith', value: chosen.prefix },
    ],
    [chosen],
  )
  const rows = whole?.rows ?? []
  const done = (): void => {
    clear()
    markStale(entity)
  }
  return (
    <PageFrame
      path={path}
      titleExtra={beside}
      actions={
        <>
          <Button onClick={() => setAsking('groups')}>{t('groups')}</Button>
          <Button disabled={chosen.classCode === ''} onClick={() => setAsking('proposals')}>
            {t('proposals')}
          </Button>
        </>
      }
    >
      <div className={styles.split}>
        <ClassTree
          chosen={chosen}
          entity={entity}
          onChoose={(next) => {
            clear()
            setChosen(next)
          }}
        />
        <div className={styles.list}>
          <strong>
            {chosen.classCode === '' ? t('unassigned') : withDetail(chosen.name, chosen.classCode)}
          </strong>
          <RecordList
            ref={grid}
            pageKey={`${path} materials`}
            ariaLabel={label(material.label)}
            fields={material.fields}
            columns={columns}
            quickFilters={['materialNo', 'description', 'materialGroup']}
            searchFields={material.search}
            statesOf={noStates}
            listPath="/api/masters/material/list"
            exportPath="/api/masters/material/export"
            entity={entity}
            rowId={(row) => String(row['materialNo'])}
            reader={reader}
            fixedFilters={fixedFilters}
            selection="multiple"
            onSelectionChange={setSelection}
          />
          {whole !== null && whole.count > 0 && (
            <div className={pages.actionBar} role="toolbar">
              <strong>{t('selected', { count: whole.count })}</strong>
              <span className={pages.spring} />
              <Button type="primary" loading={isReading} onClick={() => setAsking('materials')}>
                {t('assign')}
              </Button>
            </div>
          )}
        </div>
      </div>
      {(asking === 'materials' || asking === 'groups') && (
        <AssignDialog
          materialNos={asking === 'materials' ? rows.map((row) => String(row['materialNo'])) : null}
          classCode={chosen.classCode}
          onClose={() => setAsking(null)}
          onDone={done}
        />
      )}
      {asking === 'proposals' && (
        <ProposalsDialog chosen={chosen} onClose={() => setAsking(null)} onDone={done} />
      )}
    </PageFrame>
  )
}
