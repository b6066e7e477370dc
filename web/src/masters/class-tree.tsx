import { useQuery } from '@tanstack/react-query'
import { Input, Tree } from 'antd'
import { useEffect, useState } from 'react'
import type { Key, ReactNode } from 'react'
import type { ClassBranch, ClassNode } from '@kufang/contract/masters/class-board.ts'
import {
  classPrefix,
  type ClassTree as TreeOfCodes,
} from '@kufang/contract/masters/material-class.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './masters.module.css'

const messages = defineMessages({
  find: { zh: '分类编码、中英文名称', en: 'Code, Chinese or English name' },
  tree: { zh: '物料分类', en: 'Material classes' },
  unassigned: { zh: '未归类物料', en: 'Materials without a class' },
  nothing: { zh: '没有这样的分类', en: 'There is no such class' },
  unnamed: { zh: '（未命名）', en: '(no name)' },
  empty: {
    zh: '还没有物料分类；请在“分类表”中新增或导入',
    en: 'There are no classes yet; add or import them in the table',
  },
})

/** A class as it is chosen; '' are the materials without one. */
export interface ChosenClass {
  classCode: string
  name: string
  /** The digits that the codes of it and of all below it begin with. */
  prefix: string
}

interface TreeNode {
  key: string
  title: ReactNode
  name: string
  isLeaf: boolean
  children?: TreeNode[]
}

const childrenOf = (parent: string, signal?: AbortSignal) =>
  api.post<ClassBranch>('/api/classification/tree', { parent }, signal ? { signal } : {})

function withChildren(nodes: readonly TreeNode[], key: Key, children: TreeNode[]): TreeNode[] {
  return nodes.map((node) => {
    if (node.key === key) return { ...node, children }
    return node.children === undefined
      ? node
      : { ...node, children: withChildren(node.children, key, children) }
  })
}

/** The left side of the board: the tree, each level read when it is opened, or what a search finds. */
// oxlint-disable-next-line max-lines-per-function -- markup: one tree with its search
export function ClassTree(props: {
  chosen: ChosenClass
  entity: string
  onChoose: (chosen: ChosenClass) => void
}): ReactNode {
  const { chosen, entity, onChoose } = props
  const t = useMessages(messages)
  const { language } = useLanguage()
  const version = useEntityVersion(entity)
  const [text, setText] = useState('')
  const [nodes, setNodes] = useState<TreeNode[] | null>(null)
  const [tree, setTree] = useState<TreeOfCodes | null>(null)
  const choose = (classCode: string, name: string): void => {
    if (tree !== null) onChoose({ classCode, name, prefix: classPrefix(classCode, tree) })
  }
  const nodeOf = ({ classCode, name, nameEn, hasChildren, materialCount }: ClassNode): TreeNode => {
    const words = (language === 'en' && nameEn !== '' ? nameEn : name) || t('unnamed')
    return {
      key: classCode,
      name: words,
      isLeaf: !hasChildren,
      title: (
        <span title={`${classCode} ${nameEn}`}>
          {words} <span className={styles.muted}>{classCode}</span>
          {materialCount > 0 && <strong> {materialCount}</strong>}
        </span>
      ),
    }
  }
  useEffect(() => {
    const stop = new AbortController()
    childrenOf('', stop.signal).then(
      (read) => {
        setTree(read.tree)
        setNodes(read.nodes.map(nodeOf))
      },
      (error: unknown) => {
        if (!stop.signal.aborted) toast.error(error)
      },
    )
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- `nodeOf` is new with every rendering
  }, [version, language])
  const wanted = text.trim()
  const { data: found } = useQuery({
    queryKey: ['class-search', wanted, version],
    enabled: wanted !== '',
    queryFn: ({ signal }) =>
      api.post<{ classCode: string; name: string; nameEn: string }[]>(
        '/api/masters/material-class/search',
        { text: wanted, size: 100 },
        { signal },
      ),
  })
  return (
    <div className={styles.tree}>
      <Input.Search
        allowClear
        aria-label={t('find')}
        placeholder={t('find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="button"
        className={styles.choice}
        aria-pressed={chosen.classCode === ''}
        onClick={() => onChoose({ classCode: '', name: t('unassigned'), prefix: '' })}
      >
        {t('unassigned')}
      </button>
      <div className={styles.nodes}>
        {wanted === '' ? (
          nodes?.length === 0 ? (
            <p>{t('empty')}</p>
          ) : (
            <Tree<TreeNode>
              key={`${version} ${language}`}
              aria-label={t('tree')}
              blockNode
              treeData={nodes ?? []}
              selectedKeys={chosen.classCode === '' ? [] : [chosen.classCode]}
              loadData={async ({ key }) => {
                const read = (await childrenOf(String(key))).nodes
                setNodes((known) => withChildren(known ?? [], key, read.map(nodeOf)))
              }}
              onSelect={(_keys, { node }) => choose(node.key, node.name)}
            />
          )
        ) : (
          <ul className={styles.found}>
            {found?.map(({ classCode, name, nameEn }) => (
              <li key={classCode}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-pressed={chosen.classCode === classCode}
                  onClick={() => choose(classCode, name)}
                >
                  {name} <span className={styles.muted}>{`${classCode} ${nameEn}`}</span>
                </button>
              </li>
            ))}
            {found?.length === 0 && <li>{t('nothing')}</li>}
          </ul>
        )}
      </div>
    </div>
  )
}
