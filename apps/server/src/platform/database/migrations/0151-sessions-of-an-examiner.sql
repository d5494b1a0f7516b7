/* The managers' numbers count each examiner's completed sessions: from an index alone, and not from every session. */
create index protocol_responses_completed on protocol_responses (organization_id, examiner_id)
  where completed_at is not null;
create index survey_responses_examiner on survey_responses (organization_id, examiner_id);
