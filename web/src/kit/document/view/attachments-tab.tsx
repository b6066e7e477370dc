import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { AttachmentRow } from '@kufang/contract/document/api.ts'
import { evidenceKinds, evidenceOf } from '@kufang/contract/document/evidence.ts'
import { newIdempotencyKey } from '../../api/client.ts'
import { useConfirm } from '../../dialog/use-confirm.tsx'
import { toast } from '../../feedback/toast.ts'
import { useDecider } from '../../session/decider.ts'
import { momentText } from '../../fields/moment-text.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { documentApi } from '../document-api.ts'
import type { AttachmentSubject } from '../document-api.ts'
import styles from '../document.module.css'
import { TabState } from '../tab-state.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

const messages = defineMessages({
  upload: { zh: '上传附件', en: 'Upload' },
  forAll: { zh: '供应商也可见', en: 'Suppliers see it too' },
  internal: { zh: '仅内部可见', en: 'internal' },
  download: { zh: '下载 {name}', en: 'Download {name}' },
  remove: { zh: '删除', en: 'Delete' },
  removeOne: { zh: '删除附件 {name}？', en: 'Delete attachment {name}?' },
  empty: {
    zh: '还没有附件：合格证、质保书、照片、签收单可上传到此处',
    en: 'No attachments yet: certificates, photos and signed notes belong here',
  },
})

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** The attachments of a document, with upload and download. */
export function AttachmentsTab({ subject }: { subject: AttachmentSubject }): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  const confirm = useConfirm()
  const picker = useRef<HTMLInputElement>(null)
  const { isExternal } = useDecider()
  const [isForAll, setForAll] = useState(false)
  const queryKey = ['document', subject.documentType, subject.documentId, 'attachments']
  const { data, error, isLoading, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => documentApi.attachments(subject, signal),
  })
  const uploads = useUploads(async (uploadId) => {
    const visibility = isForAll || isExternal === true ? 'everybody' : 'internal'
    await documentApi.attach(subject, uploadId, visibility, newIdempotencyKey())
    await client.invalidateQueries({ queryKey })
  })
  const remove = async (file: AttachmentRow): Promise<void> => {
    const agreed = await confirm({
      title: t('removeOne', { name: file.fileName }),
      actionText: t('remove'),
      isDangerous: true,
    })
    if (!agreed) return
    await documentApi.detach(file.id, newIdempotencyKey())
    await client.invalidateQueries({ queryKey })
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          uploads.add(files)
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => picker.current?.click()}>
        {t('upload')}
      </Button>
      {isExternal !== true && (
        <Checkbox checked={isForAll} onChange={(event) => setForAll(event.target.checked)}>
          {t('forAll')}
        </Checkbox>
      )}
      <UploadList uploads={uploads.uploads} onCancel={uploads.cancel} onRetry={uploads.retry} />
      {data === undefined || data.length === 0 ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('empty')} />
      ) : (
        <ul className={styles.files}>
          {data.map((file) => (
            <AttachedFile
              key={file.id}
              file={file}
              onRemove={() => {
                remove(file).catch(toast.error)
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function AttachedFile({
  file,
  onRemove,
}: {
  file: AttachmentRow
  onRemove: () => void
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const evidence = evidenceOf(file.kind)
  const { isExternal } = useDecider()
  return (
    <li className={styles.file}>
      <Button
        type="link"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={t('download', { name: file.fileName })}
        onClick={() => {
          documentApi.download(file).catch(toast.error)
        }}
      >
        {file.fileName}
      </Button>
      <span className={styles.quiet}>
        {evidence !== null && `${label(evidenceKinds[evidence.kind])} · `}
        {file.isInternal && isExternal !== true && `${t('internal')} · `}
        {sizeText(file.sizeBytes)} · {file.createdByName} · {momentText(file.createdAt)}
      </span>
      {evidence === null && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`${t('remove')} ${file.fileName}`}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
