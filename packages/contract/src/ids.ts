import type { z } from 'zod'
import { Id } from './fields.ts'

// One type for each kind of id, so that a session's id cannot be passed for a participant's. At run time all are `Id`,
// and the OpenAPI document has only `Id`.

export const OrganizationId = Id.brand<'OrganizationId'>()
export type OrganizationId = z.infer<typeof OrganizationId>

export const UserId = Id.brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const ExaminerId = Id.brand<'ExaminerId'>()
export type ExaminerId = z.infer<typeof ExaminerId>

export const ManagerId = Id.brand<'ManagerId'>()
export type ManagerId = z.infer<typeof ManagerId>

export const ParticipantId = Id.brand<'ParticipantId'>()
export type ParticipantId = z.infer<typeof ParticipantId>

export const ProtocolId = Id.brand<'ProtocolId'>()
export type ProtocolId = z.infer<typeof ProtocolId>

export const ItemId = Id.brand<'ItemId'>()
export type ItemId = z.infer<typeof ItemId>

export const SessionId = Id.brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

/** A session of a browser, from a sign-in to its end. */
export const SignInId = Id.brand<'SignInId'>()
export type SignInId = z.infer<typeof SignInId>

export const ItemResponseId = Id.brand<'ItemResponseId'>()
export type ItemResponseId = z.infer<typeof ItemResponseId>

export const TakeId = Id.brand<'TakeId'>()
export type TakeId = z.infer<typeof TakeId>

export const SessionRecordingId = Id.brand<'SessionRecordingId'>()
export type SessionRecordingId = z.infer<typeof SessionRecordingId>

export const RecordingMarkId = Id.brand<'RecordingMarkId'>()
export type RecordingMarkId = z.infer<typeof RecordingMarkId>

export const SurveyId = Id.brand<'SurveyId'>()
export type SurveyId = z.infer<typeof SurveyId>

export const SurveyResponseId = Id.brand<'SurveyResponseId'>()
export type SurveyResponseId = z.infer<typeof SurveyResponseId>

export const FileId = Id.brand<'FileId'>()
export type FileId = z.infer<typeof FileId>

export const PopulationId = Id.brand<'PopulationId'>()
export type PopulationId = z.infer<typeof PopulationId>

export const TakeoutId = Id.brand<'TakeoutId'>()
export type TakeoutId = z.infer<typeof TakeoutId>

export const ReportId = Id.brand<'ReportId'>()
export type ReportId = z.infer<typeof ReportId>

export const TemplateId = Id.brand<'TemplateId'>()
export type TemplateId = z.infer<typeof TemplateId>

export const VisitId = Id.brand<'VisitId'>()
export type VisitId = z.infer<typeof VisitId>

export const VisitSeriesId = Id.brand<'VisitSeriesId'>()
export type VisitSeriesId = z.infer<typeof VisitSeriesId>

export const ProtocolDraftId = Id.brand<'ProtocolDraftId'>()
export type ProtocolDraftId = z.infer<typeof ProtocolDraftId>

export const ProtocolMediaId = Id.brand<'ProtocolMediaId'>()
export type ProtocolMediaId = z.infer<typeof ProtocolMediaId>

export const PackageId = Id.brand<'PackageId'>()
export type PackageId = z.infer<typeof PackageId>

export const SurveyDraftId = Id.brand<'SurveyDraftId'>()
export type SurveyDraftId = z.infer<typeof SurveyDraftId>

export const ServiceAccountId = Id.brand<'ServiceAccountId'>()
export type ServiceAccountId = z.infer<typeof ServiceAccountId>

export const ServiceAccountKeyId = Id.brand<'ServiceAccountKeyId'>()
export type ServiceAccountKeyId = z.infer<typeof ServiceAccountKeyId>

export const ScimTokenId = Id.brand<'ScimTokenId'>()
export type ScimTokenId = z.infer<typeof ScimTokenId>

export const ScimGroupId = Id.brand<'ScimGroupId'>()
export type ScimGroupId = z.infer<typeof ScimGroupId>

export const WebhookId = Id.brand<'WebhookId'>()
export type WebhookId = z.infer<typeof WebhookId>

export const WebhookDeliveryId = Id.brand<'WebhookDeliveryId'>()
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>

export const EhrId = Id.brand<'EhrId'>()
export type EhrId = z.infer<typeof EhrId>

export const ProviderId = Id.brand<'ProviderId'>()
export type ProviderId = z.infer<typeof ProviderId>

export const CampaignId = Id.brand<'CampaignId'>()
export type CampaignId = z.infer<typeof CampaignId>

export const ProviderLinkId = Id.brand<'ProviderLinkId'>()
export type ProviderLinkId = z.infer<typeof ProviderLinkId>
