{{- define "fonema.labels" -}}
app.kubernetes.io/name: fonema
app.kubernetes.io/instance: {{ .release }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{/* A pod of one role: not root, no capability, a read-only root, and two folders that go with the pod. */}}
{{- define "fonema.pod" -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "fonema.labels" (dict "release" .root.Release.Name "role" .role) | nindent 4 }}
  annotations:
    # New settings start new pods.
    fonema/settings: {{ toJson $values.settings | sha256sum }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # 3 s until proxies know, 30 s for what runs.
  terminationGracePeriodSeconds: 45
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "fonema.labels" (dict "release" .root.Release.Name "role" .role) | nindent 10 }}
  containers:
    - name: {{ .role }}
      image: {{ printf "%s:%s" $values.image.repository ($values.image.tag | default .root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [{{ .role }}]
      envFrom:
        - configMapRef: { name: {{ .root.Release.Name }}-settings }
        - secretRef: { name: {{ $values.secretName }} }
      {{- if not $values.upgradeBackupClaim }}
      env: [{ name: UPGRADE_BACKUP, value: 'off' }]
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      {{- if eq .role "web" }}
      ports:
        - { name: http, containerPort: 8080 }
      # The first one waits for migrations.
      startupProbe:
        httpGet: { path: /api/ready, port: http }
        periodSeconds: 5
        failureThreshold: 120
      readinessProbe:
        httpGet: { path: /api/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 4
        failureThreshold: 1
      livenessProbe:
        httpGet: { path: /api/health, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- end }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: temporary, mountPath: /tmp }
        {{- if $values.upgradeBackupClaim }}
        - { name: backups, mountPath: /data/backups }
        {{- end }}
        {{- if and (eq .role "worker") $values.worker.modelsClaim }}
        - { name: models, mountPath: /data/models }
        {{- end }}
  volumes:
    - { name: data, emptyDir: {} }
    - { name: temporary, emptyDir: {} }
    {{- if $values.upgradeBackupClaim }}
    - { name: backups, persistentVolumeClaim: { claimName: {{ $values.upgradeBackupClaim }} } }
    {{- end }}
    {{- if and (eq .role "worker") $values.worker.modelsClaim }}
    - { name: models, persistentVolumeClaim: { claimName: {{ $values.worker.modelsClaim }} } }
    {{- end }}
{{- end }}
