import { Button, Popover } from 'antd'
import { SettingOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { useMessages } from '../text/messages.ts'
import { numberText } from './cell-format.ts'
import type { ColumnSettingsProps } from './column-settings.tsx'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'

const ColumnSettings = lazyPart(async () => ({
  default: (await import('./column-settings.tsx')).ColumnSettings,
}))

export interface GridCount {
  total: number
  isCapped: boolean
}

interface FooterProps extends ColumnSettingsProps {
  count: GridCount | null
  selectedCount: number
  isAllSelected: boolean
  /** Offered while only a part is selected; null where "select all N" is not possible. */
  onSelectAll: (() => void) | null
  onClearSelection: () => void
  extra?: ReactNode
}

/** Below the rows: total and selected count; the table's settings on the right. */
export function GridFooter(props: FooterProps): ReactNode {
  const t = useMessages(gridMessages)
  const { count } = props
  const total = numberText(count?.total ?? 0)
  const isCapped = count?.isCapped === true
  const isPart = count === null || isCapped || props.selectedCount < count.total
  return (
    <div className={styles.footer}>
      {count !== null && (
        <span>{t(count.isCapped ? 'totalCapped' : 'total', { count: total })}</span>
      )}
      {props.selectedCount > 0 && (
        <>
          <strong>
            {props.isAllSelected
              ? t(isCapped ? 'allSelectedCapped' : 'allSelected', { count: total })
              : t('selected', { count: numberText(props.selectedCount) })}
          </strong>
          {props.onSelectAll !== null && !props.isAllSelected && isPart && (
            <Button type="link" size="small" onClick={props.onSelectAll}>
              {t(isCapped ? 'selectAllCapped' : 'selectAll', { count: total })}
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
        content={
          <Suspense fallback={null}>
            <ColumnSettings {...props} />
          </Suspense>
        }
      >
        <Button type="text" size="small" icon={<SettingOutlined aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover>
    </div>
  )
}
