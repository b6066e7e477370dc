import { escapeXml } from './odata-error.ts'
import type { EdmKind, Property } from './edm.ts'
import type { EntitySet, Service } from './service.ts'

const edmTypes: Record<EdmKind, string> = {
  string: 'Edm.String',
  decimal: 'Edm.Decimal',
  date: 'Edm.DateTime',
  timestamp: 'Edm.DateTimeOffset',
  time: 'Edm.Time',
  boolean: 'Edm.Boolean',
  guid: 'Edm.Guid',
}

/** The service's EDMX, as `$metadata` returns it. */
export function metadataXml(service: Service): string {
  const sets = [...service.sets.values()]
  const types = sets.map(entityType).join('')
  const associations = sets.map((set) => associationsOf(service, set, 'type')).join('')
  const associationSets = sets.map((set) => associationsOf(service, set, 'set')).join('')
  const entitySets = sets
    .map((set) => {
      const flags = (['create', 'update', 'delete'] as const)
        .filter((ability) => !set.abilities.has(ability))
        .map(
          (ability) =>
            ` sap:${ability === 'create' ? 'creat' : ability === 'update' ? 'updat' : 'delet'}able="false"`,
        )
        .join('')
      return `<EntitySet Name="${set.name}" EntityType="${service.name}.${set.name}Type"${flags} sap:content-version="1"/>`
    })
    .join('')
  const functions = [...service.functions.values()]
    .map((each) => {
      const parameters = each.parameters
        .map(
          (parameter) =>
            `<Parameter Name="${parameter.name}" Type="${edmTypes[parameter.kind]}" Mode="In"/>`,
        )
        .join('')
      return `<FunctionImport Name="${each.name}" m:HttpMethod="${each.method}">${parameters}</FunctionImport>`
    })
    .join('')
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx"' +
    ' xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"' +
    ' xmlns:sap="http://www.sap.com/Protocols/SAPData"><edmx:DataServices m:DataServiceVersion="2.0">' +
    `<Schema Namespace="${service.name}" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">` +
    `${types}${associations}<EntityContainer Name="${service.name}_Entities" m:IsDefaultEntityContainer="true">` +
    `${entitySets}${associationSets}${functions}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
  )
}

function entityType(set: EntitySet): string {
  const keys = set.keys.map((key) => `<PropertyRef Name="${key.name}"/>`).join('')
  const keyNames = new Set(set.keys.map((key) => key.name))
  const properties = set.properties
    .map((property) => propertyXml(property, keyNames.has(property.name)))
    .join('')
  const navigations = [...set.navigations.values()]
    .map((navigation) => {
      const relationship = `${set.service}.${set.name}_${navigation.name}`
      return (
        `<NavigationProperty Name="${navigation.name}" Relationship="${relationship}"` +
        ` FromRole="From" ToRole="To"/>`
      )
    })
    .join('')
  return `<EntityType Name="${set.name}Type"><Key>${keys}</Key>${properties}${navigations}</EntityType>`
}

function propertyXml(property: Property, isKey: boolean): string {
  const nullable = isKey ? ' Nullable="false"' : ''
  return `<Property Name="${property.name}" Type="${edmTypes[property.kind]}"${nullable}${facets(property)}/>`
}

function facets(property: Property): string {
  switch (property.kind) {
    case 'string': {
      const length = property.length === 0 ? '' : ` MaxLength="${property.length}"`
      const form = { plain: '', upper: 'UpperCase', numeric: 'NonNegative', alpha: 'UpperCase' }
      const format = form[property.form]
      return format === '' ? length : `${length} sap:display-format="${format}"`
    }
    case 'decimal':
      return ` Precision="${property.length}" Scale="${property.scale}"`
    case 'date':
      return ' Precision="0" sap:display-format="Date"'
    case 'timestamp':
      return ' Precision="7"'
    case 'time':
    case 'boolean':
    case 'guid':
      return ''
    default:
      return property.kind satisfies never
  }
}

function associationsOf(service: Service, set: EntitySet, kind: 'type' | 'set'): string {
  return [...set.navigations.values()]
    .map((navigation) => {
      const name = `${set.name}_${navigation.name}`
      if (kind === 'set') {
        return (
          `<AssociationSet Name="${name}" Association="${service.name}.${name}">` +
          `<End EntitySet="${set.name}" Role="From"/><End EntitySet="${navigation.target}" Role="To"/></AssociationSet>`
        )
      }
      const many = navigation.many ? '*' : '0..1'
      return (
        `<Association Name="${name}"><End Type="${service.name}.${set.name}Type" Multiplicity="1" Role="From"/>` +
        `<End Type="${service.name}.${navigation.target}Type" Multiplicity="${many}" Role="To"/></Association>`
      )
    })
    .join('')
}

/** The list of sets as an AtomPub service document. */
export function serviceDocumentXml(service: Service, root: string): string {
  const collections = [...service.sets.keys()]
    .map(
      (name) =>
        `<app:collection href="${name}"><atom:title>${escapeXml(name)}</atom:title></app:collection>`,
    )
    .join('')
  return (
    `<?xml version="1.0" encoding="utf-8"?><app:service xml:base="${escapeXml(root)}"` +
    ' xmlns:app="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom">' +
    `<app:workspace><atom:title>Data</atom:title>${collections}</app:workspace></app:service>`
  )
}
