import { randomUUID } from 'node:crypto'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import type { KeyAndCertificate } from './self-signed.ts'

const { namespace } = Constants
const signInUrl = 'https://login.example.com/sso'

/** The content of a response; valid by default. */
export interface AnswerOptions {
  account: string
  /** The URL of the AuthnRequest. */
  request: string
  audience?: string
  recipient?: string
  issuer?: string
  /** Seconds until the assertion expires. */
  lifeSeconds?: number
  inResponseTo?: string
  assertionId?: string
  signedWith?: KeyAndCertificate
}

export interface TestProvider {
  entityId: string
  signInUrl: string
  certificate: string
  /** The id of an AuthnRequest, as read by a provider. */
  requestIdOf(address: string): Promise<string>
  /** The SAMLResponse posted by a browser, base64. */
  answer(options: AnswerOptions): Promise<string>
}

/** An identity provider based on another library, as counterpart in tests. */
export function startProvider(keys: KeyAndCertificate, metadata: string): TestProvider {
  // The schema is not tested here; signatures are checked by both sides.
  setSchemaValidator({ validate: async () => 'valid' })
  const entityId = 'https://login.example.com/metadata'
  const provider = (signedWith: KeyAndCertificate) =>
    IdentityProvider({
      entityID: entityId,
      privateKey: signedWith.privateKey,
      signingCert: signedWith.certificate,
      nameIDFormat: [namespace.format.unspecified],
      wantAuthnRequestsSigned: metadata.includes('AuthnRequestsSigned="true"'),
      singleSignOnService: [{ Binding: namespace.binding.redirect, Location: signInUrl }],
      // Unused, but the library writes to the console without it.
      singleLogoutService: [{ Binding: namespace.binding.redirect, Location: signInUrl }],
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context,
        attributes: [],
      },
    })
  const consumer = ServiceProvider({ metadata, wantMessageSigned: true })
  const read = (address: string) => {
    const query = Object.fromEntries(new URL(address).searchParams)
    const octetString = new URL(address).search.slice(1).replace(/&Signature=.*$/, '')
    return provider(keys).parseLoginRequest(consumer, 'redirect', { query, octetString })
  }
  const requestIdOf = async (address: string): Promise<string> => {
    const { extract } = await read(address)
    const { id } = extract.request as { id: string }
    return id
  }
  return {
    entityId,
    signInUrl,
    certificate: keys.certificate,
    requestIdOf,
    async answer(options) {
      const requestId = options.inResponseTo ?? (await requestIdOf(options.request))
      const now = Date.now()
      const ends = new Date(now + (options.lifeSeconds ?? 300) * 1000).toISOString()
      const consumerUrl = consumer.entityMeta.getAssertionConsumerService('post') as string
      const values = {
        ID: `_${randomUUID()}`,
        AssertionID: options.assertionId ?? `_${randomUUID()}`,
        Destination: consumerUrl,
        Audience: options.audience ?? consumer.entityMeta.getEntityID(),
        EntityID: consumer.entityMeta.getEntityID(),
        SubjectRecipient: options.recipient ?? consumerUrl,
        AssertionConsumerServiceURL: consumerUrl,
        Issuer: options.issuer ?? entityId,
        IssueInstant: new Date(now).toISOString(),
        ConditionsNotBefore: new Date(now - 600_000).toISOString(),
        ConditionsNotOnOrAfter: ends,
        SubjectConfirmationDataNotOnOrAfter: ends,
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        NameIDFormat: namespace.format.unspecified,
        NameID: options.account,
        InResponseTo: requestId,
        AuthnStatement: '',
        AttributeStatement: '',
      }
      const made = await provider(options.signedWith ?? keys).createLoginResponse(
        consumer,
        { extract: { request: { id: requestId } } },
        'post',
        {},
        {
          customTagReplacement: (template) => ({
            id: values.ID,
            context: SamlLib.replaceTagsByValue(template, values),
          }),
        },
      )
      return made.context
    },
  }
}
