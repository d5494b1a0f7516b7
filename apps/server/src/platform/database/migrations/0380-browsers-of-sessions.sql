-- Users see in which browsers they are signed in. Sign-ins of before have no name.

alter table sessions add column user_agent text check (length(user_agent) <= 300);
