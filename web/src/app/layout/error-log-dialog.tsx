import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { errorLogStore } from '../../kit/feedback/error-log.ts'
import type { LoggedError } from '../../kit/feedback/error-log.ts'
import { DataGrid } from '../../kit/grid/data-grid.tsx'
import type { GridColumn } from '../../kit/grid/grid-column.ts'
import { useStore } from '../../kit/state/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from './shell-messages.ts'

interface ErrorRow extends Omit<LoggedError, 'at'> {
  id: number
  at: string
}

/** Uncaught errors of this browser window as a table of message, info, url and stack (product.md section 2). */
export function ErrorLogDialog(props: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useMessages(shellMessages)
  const errors = useStore(errorLogStore)
  const columns: GridColumn<ErrorRow>[] = [
    { field: 'at', label: t('time'), kind: 'instant', width: 140 },
    { field: 'message', label: t('message'), kind: 'text', width: 300 },
    { field: 'info', label: t('place'), kind: 'text', width: 260 },
    { field: 'url', label: t('address'), kind: 'text', width: 260 },
    { field: 'stack', label: t('stack'), kind: 'text', width: 420 },
  ]
  const rows = errors.map(({ at, ...error }, index) => ({
    ...error,
    id: errors.length - index,
    at: at.toISOString(),
  }))
  return (
    <Dialog
      isOpen={props.isOpen}
      title={t('errorLog')}
      size="wide"
      onClose={props.onClose}
      footerExtra={
        <Button
          disabled={errors.length === 0}
          onClick={() => {
            errorLogStore.set([])
            props.onClose()
          }}
        >
          {t('clearErrorLog')}
        </Button>
      }
    >
      <DataGrid
        pageKey={null}
        ariaLabel={t('errorLog')}
        columns={columns}
        source={{ kind: 'rows', rows }}
        rowId={(row) => String(row.id)}
        height="content"
      />
    </Dialog>
  )
}
