import { Button, Checkbox, Popover, Segmented } from 'antd'
import type { GridApi } from 'ag-grid-community'
import { SettingOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import type { Density } from '../theme/tokens.ts'
import { numberText } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'

export interface GridCount {
  total: number
  isCapped: boolean
}

interface FooterProps<Row> {
  count: GridCount | null
  selectedCount: number
  isAllSelected: boolean
  /** Offered while only a part is selected; null where "select all N" is not possible. */
  onSelectAll: (() => void) | null
  onClearSelection: () => void
  columns: readonly GridColumn<Row>[]
  api: () => GridApi<Row> | null
  density: Density
  onDensity: (density: Density) => void
  onResetColumns: () => void
  extra?: ReactNode
}

/** Below the rows: total and selected count; the table's settings on the right. */
export function GridFooter<Row>(props: FooterProps<Row>): ReactNode {
  const t = useMessages(gridMessages)
  const { count } = props
  const total = numberText(count?.total ?? 0)
  const isPart = count === null || count.isCapped || props.selectedCount < count.total
  return (
    <div className={styles.footer}>
      {count !== null && (
        <span>{t(count.isCapped ? 'totalCapped' : 'total', { count: total })}</span>
      )}
      {props.selectedCount > 0 && (
        <>
          <strong>
            {props.isAllSelected
              ? t('allSelected', { count: total })
              : t('selected', { count: numberText(props.selectedCount) })}
          </strong>
          {props.onSelectAll !== null && !props.isAllSelected && isPart && (
            <Button type="link" size="small" onClick={props.onSelectAll}>
              {t('selectAll', { count: total })}
            </Button>
          )}
          <Button type="link" size="small" onClick={props.onClearSelection}>
            {t('clearSelection')}
          </Button>
        </>
      )}
      {props.extra}
      <span className={styles.spring} />
      <Popover
        trigger="click"
        placement="topRight"
        title={t('columns')}
        destroyOnHidden
        content={<ColumnSettings {...props} />}
      >
        <Button type="text" size="small" icon={<SettingOutlined aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover>
    </div>
  )
}

function ColumnSettings<Row>(props: FooterProps<Row>): ReactNode {
  const t = useMessages(gridMessages)
  const { label } = useLanguage()
  const [, setTouched] = useState(0)
  const api = props.api()
  const show = (field: string, isVisible: boolean): void => {
    api?.setColumnsVisible([field], isVisible)
    setTouched((known) => known + 1)
  }
  return (
    <div className={styles.columnList}>
      {props.columns.map((column) => (
        <Checkbox
          key={column.field}
          checked={api?.getColumn(column.field)?.isVisible() ?? column.isHidden !== true}
          onChange={(event) => show(column.field, event.target.checked)}
        >
          {label(column.label)}
        </Checkbox>
      ))}
      <Segmented<Density>
        size="small"
        value={props.density}
        aria-label={t('density')}
        onChange={props.onDensity}
        options={[
          { value: 'compact', label: t('compact') },
          { value: 'medium', label: t('medium') },
          { value: 'comfortable', label: t('comfortable') },
        ]}
      />
      <Button size="small" onClick={props.onResetColumns}>
        {t('resetColumns')}
      </Button>
    </div>
  )
}
