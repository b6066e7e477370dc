import { Button, Checkbox, Segmented } from 'antd'
import type { GridApi } from 'ag-grid-community'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import type { Density } from '../theme/tokens.ts'
import type { GridColumn } from './grid-column.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'

export interface ColumnSettingsProps {
  columns: readonly Pick<GridColumn<object>, 'field' | 'label' | 'isHidden'>[]
  api: () => Pick<GridApi, 'getColumn' | 'setColumnsVisible'> | null
  density: Density
  onDensity: (density: Density) => void
  onResetColumns: () => void
}

/** Which columns a table shows, and the height of its rows; loaded when it is first opened. */
export function ColumnSettings(props: ColumnSettingsProps): ReactNode {
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
