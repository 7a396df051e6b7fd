CREATE INDEX `grants_standing` ON `grants` (`user_id`,`ends_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `grants_over` ON `grants` (`benefit_id`,CASE WHEN revoked_at IS NULL THEN ends_at ELSE revoked_at END,`id`) WHERE (revoked_at IS NOT NULL OR ends_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX `license_keys_standing` ON `license_keys` (`benefit_id`,CASE
  WHEN rotated_at IS NOT NULL THEN 'rotated' WHEN disabled_at IS NOT NULL THEN 'disabled'
  WHEN is_in_stock = 1 THEN 'in_stock' ELSE 'issued' END,`id`);--> statement-breakpoint
CREATE INDEX `license_keys_expiring` ON `license_keys` (`benefit_id`,`expires_at`,`id`) WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `license_keys_rotated` ON `license_keys` (`benefit_id`,`rotated_at`,`id`) WHERE rotated_at IS NOT NULL;