import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { legacyImportPath } from '@kufang/contract/legacy-documents/legacy-document.ts'
import {
  legacyImportQuery,
  type LegacyFile,
} from '@kufang/contract/legacy-documents/legacy-import.ts'
import { api } from '../kit/api/client.ts'
import { uploadInParts } from '../kit/api/upload-file.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useTab } from '../kit/tab/tab-context.ts'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { tableFiles, type NamedTable } from '../kit/workbook/table-file.ts'
import { tableFileTypes } from '../kit/workbook/table-file-types.ts'
import { legacyMessages } from './legacy-messages.ts'
import { LegacyWorkbench } from './legacy-workbench.tsx'
import styles from './legacy.module.css'

const list = queryList(legacyImportQuery, legacyImportPath)
const reason = { reason: text(label('原因', 'Reason'), { required: true, lengthMax: 200 }) }

interface Chosen {
  uploadId: string
  file: LegacyFile
}

/** 历史单据导入: the imports so far, and a file of the old system on its way to become one. */
export default function LegacyImportPage(): ReactNode {
  const t = useMessages(legacyMessages)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <PageFrame
      path={legacyImportPath}
      primary={chosen === null && <FileButton onChosen={setChosen} />}
    >
      {chosen === null ? (
        <>
          <p className={styles.hint}>{t('hint')}</p>
          <Imports />
        </>
      ) : (
        <LegacyWorkbench key={chosen.uploadId} {...chosen} onClose={() => setChosen(null)} />
      )}
    </PageFrame>
  )
}

/** Uploads a file and reads the names of its columns. */
function FileButton({ onChosen }: { onChosen: (chosen: Chosen) => void }): ReactNode {
  const t = useMessages(legacyMessages)
  const { signal } = useTab()
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [sheets, setSheets] = useState<{ tables: NamedTable[]; likeliest: number } | null>(null)
  const upload = async (table: NamedTable): Promise<void> => {
    const file = await table.file()
    const uploadId = await uploadInParts(file, { signal, onProgress: () => undefined })
    const read = await api.post<LegacyFile>('/api/legacy-documents/read', { uploadId })
    onChosen({ uploadId, file: read })
  }
  const take = async (file: File): Promise<void> => {
    setBusy(true)
    try {
      const found = await tableFiles(file)
      const [only, ...others] = found.tables
      if (others.length > 0) setSheets(found)
      else if (only !== undefined) await upload(only)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={tableFileTypes}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) take(file).catch(toast.error)
        }}
      />
      <Button
        type="primary"
        icon={<UploadOutlined aria-hidden />}
        loading={isBusy}
        onClick={() => picker.current?.click()}
      >
        {t('choose')}
      </Button>
      {sheets !== null && (
        <FieldDialog
          title={t('sheetTitle')}
          fields={{ sheet: sheetField(sheets.tables) }}
          initial={{ sheet: String(sheets.likeliest) }}
          actionText={t('read')}
          onClose={() => setSheets(null)}
          onSend={(values) => upload(sheets.tables[Number(values['sheet'])]!)}
        />
      )}
    </>
  )
}

const sheetField = (tables: readonly NamedTable[]) =>
  choice(
    label('工作表', 'Sheet'),
    Object.fromEntries(tables.map(({ name }, at) => [String(at), label(name, name)])),
    { required: true },
  )

/** The imports, each of which can be taken back while no later one has changed its rows. */
function Imports(): ReactNode {
  const t = useMessages(legacyMessages)
  const { label: words } = useLanguage()
  const [shown, setShown] = useState<Row | null>(null)
  const columns = useMemo((): GridColumn<Row>[] => {
    const [number, state, ...others] = queryColumns(legacyImportQuery, legacyImportPath)
    const act: GridColumn<Row> = {
      field: 'act',
      label: t('act'),
      kind: 'text',
      width: 90,
      isSortable: false,
      render: (row) =>
        row['state'] === 'done' && (
          <Button size="small" onClick={() => setShown(row)}>
            {t('takeBack')}
          </Button>
        ),
    }
    return [number!, state!, act, ...others]
  }, [t])
  return (
    <>
      <RecordList
        {...list}
        pageKey={legacyImportPath}
        ariaLabel={words(legacyImportQuery.label)}
        columns={columns}
        empty={t('none')}
      />
      {shown !== null && <TakeBack row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function TakeBack({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const t = useMessages(legacyMessages)
  const no = String(row['importNo'])
  return (
    <FieldDialog
      title={t('takeBackTitle', { no })}
      fields={reason}
      actionText={t('takeBack')}
      isDangerous
      onClose={onClose}
      onSend={async (values, keys) => {
        const { removed, restored } = await api.post<{ removed: number; restored: number }>(
          `/api/legacy-documents/imports/${String(row['id'])}/take-back`,
          { companyCode: row['companyCode'], ...values },
          { idempotencyKey: keys.of([row['id'], values]) },
        )
        markStale('legacy-document', legacyImportQuery.name)
        toast.success(t('takenBack', { no, removed, restored }))
      }}
    >
      <p>
        {t('takeBackText', {
          added: String(row['newCount']),
          changed: String(row['changedCount']),
        })}
      </p>
    </FieldDialog>
  )
}
