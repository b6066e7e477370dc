import { CameraOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { evidenceMax } from '@kufang/contract/document/evidence.ts'
import type { Row } from '../../fields/field-column.ts'
import { useMasterWords } from '../../fields/master-words.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { headerFields } from '../document-fields.ts'
import styles from './hand-over.module.css'
import { SignaturePad } from './signature-pad.tsx'
import type { EvidenceTaking } from './use-evidence.ts'

const messages = defineMessages({
  title: { zh: '签名与照片', en: 'Signature and pictures' },
  signs: { zh: '签名人 {name}', en: 'Signed by {name}' },
  nobody: { zh: '签名人', en: 'Signed by' },
  required: { zh: '必须签名', en: 'A signature is required' },
  pictures: { zh: '交接照片', en: 'Pictures' },
  take: { zh: '拍照或选图', en: 'Take a picture' },
  remove: { zh: '移除照片 {no}', en: 'Remove picture {no}' },
  picture: { zh: '照片 {no}', en: 'Picture {no}' },
  kept: {
    zh: '确认后随单据保存，任何人不能修改或删除',
    en: 'Kept with the document once confirmed; nobody changes or removes them',
  },
})

interface HandOverProps {
  definition: AnyDocument
  action: string
  /** What is entered for the act, and the header of the document. */
  values: Row
  evidence: EvidenceTaking
  /** The company refuses the act without a signature. */
  isSignatureRequired: boolean
}

/** In the dialog of a hand-over: who takes the goods signs on the screen, and the camera takes pictures. */
export function HandOver(props: HandOverProps): ReactNode {
  const { definition, action, values, evidence } = props
  const t = useMessages(messages)
  const signer = useSigner(definition, action, values)
  const camera = useRef<HTMLInputElement>(null)
  const picturesMax = evidenceMax - 1
  return (
    <section aria-label={t('title')} className={styles.handOver}>
      <div>
        <h3 className={styles.title}>
          {signer === '' ? t('nobody') : t('signs', { name: signer })}
          {props.isSignatureRequired && <span className={styles.required}>{t('required')}</span>}
        </h3>
        <SignaturePad isSigned={evidence.signature !== null} onChange={evidence.sign} />
      </div>
      <div>
        <h3 className={styles.title}>{t('pictures')}</h3>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          hidden
          onChange={(event) => {
            const taken = [...(event.target.files ?? [])]
            event.target.value = ''
            evidence.addPictures(taken.slice(0, picturesMax - evidence.pictures.length))
          }}
        />
        <Button
          icon={<CameraOutlined aria-hidden />}
          disabled={evidence.pictures.length >= picturesMax}
          onClick={() => camera.current?.click()}
        >
          {t('take')}
        </Button>
        <ul className={styles.pictures}>
          {evidence.pictures.map((picture, index) => (
            <li key={`${picture.name} ${picture.lastModified} ${picture.size}`}>
              <Thumbnail picture={picture} words={t('picture', { no: index + 1 })} />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('remove', { no: index + 1 })}
                onClick={() => evidence.removePicture(picture)}
              />
            </li>
          ))}
        </ul>
        <p className={styles.hint}>{t('kept')}</p>
      </div>
    </section>
  )
}

/** Who signs, by name; '' if nobody is named yet. */
function useSigner(definition: AnyDocument, action: string, values: Row): string {
  const { input = {}, handsOver } = definition.actions[action]!
  const name = handsOver?.signer ?? ''
  const field = input[name] ?? headerFields(definition)[name]
  const code = textOf(values[name])
  const words = useMasterWords(field?.master, code, values)
  return textOf(values[`${name}Text`]) || words || code
}

function Thumbnail({ picture, words }: { picture: File; words: string }): ReactNode {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return address === undefined ? null : (
    <img src={address} alt={words} className={styles.thumbnail} />
  )
}
