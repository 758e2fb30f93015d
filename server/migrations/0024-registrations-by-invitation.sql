-- Who signs up by the link of an invitation is connected once their address is verified, on whatever device that happens.
-- SHA-256 of the invitation's token, as in connection_requests.
alter table registrations add column invitation_hash bytea;
