{{/* Labels and annotations of a pod. Takes root, component and values. */}}
{{- define "workflow.podMetadata" -}}
labels:
  {{- include "workflow.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
  {{- include "workflow.texts" .root.Values.podLabels | nindent 2 }}
  {{- include "workflow.texts" .values.podLabels | nindent 2 }}
annotations:
  checksum/secret: {{ include "workflow.secretChecksum" . }}
  {{- with .metricsPort }}
  prometheus.io/scrape: "true"
  prometheus.io/port: {{ . | quote }}
  {{- end }}
  {{- include "workflow.texts" .root.Values.podAnnotations | nindent 2 }}
  {{- include "workflow.texts" .values.podAnnotations | nindent 2 }}
{{- end -}}

{{/* The pod's placement and user. Settings of the component override. Takes root, component, values, serviceAccount. */}}
{{- define "workflow.pod" -}}
{{- $root := .root -}}
serviceAccountName: {{ .serviceAccount }}
automountServiceAccountToken: false
# Kubernetes would add variables with names of other services, which could be mistaken for settings.
enableServiceLinks: false
securityContext: {{- toYaml $root.Values.podSecurityContext | nindent 2 }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.nodeSelector | default $root.Values.nodeSelector }}
nodeSelector: {{- include "workflow.texts" . | nindent 2 }}
{{- end }}
{{- with .values.tolerations | default $root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity | default $root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName | default $root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  {{- with $root.Values.certificateAuthority }}
  {{- if .secret }}
  - name: certificate-authority
    secret: { secretName: {{ .secret | quote }} }
  {{- else if .configMap }}
  - name: certificate-authority
    configMap: { name: {{ .configMap | quote }} }
  {{- end }}
  {{- end }}
  {{- with concat $root.Values.extraVolumes .values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "workflow.topologySpread" -}}
{{- $selector := include "workflow.selector" . | fromYaml -}}
{{- $evenly := dict "maxSkew" 1 "topologyKey" "kubernetes.io/hostname" "whenUnsatisfiable" "ScheduleAnyway" -}}
{{- $constraints := .values.topologySpreadConstraints -}}
{{- if kindIs "invalid" $constraints }}{{ $constraints = list $evenly }}{{ end -}}
{{- if $constraints -}}
topologySpreadConstraints:
{{- range $constraint := $constraints }}
{{- if not (hasKey $constraint "labelSelector") }}
{{- $constraint = set (deepCopy $constraint) "labelSelector" (dict "matchLabels" $selector) }}
{{- end }}
  - {{ toYaml $constraint | nindent 4 | trim }}
{{- end }}
{{- end -}}
{{- end -}}

{{/* The common parts of all containers. The image's entry point forwards signals. Takes root, values, set. */}}
{{- define "workflow.container" -}}
image: {{ include "workflow.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext: {{- toYaml .root.Values.securityContext | nindent 2 }}
{{- with include "workflow.env" . | trim }}
env:
  {{- . | nindent 2 }}
{{- end }}
{{- with include "workflow.envFrom" . | trim }}
envFrom:
  {{- . | nindent 2 }}
{{- end }}
{{- with .values.resources }}
resources: {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- with .root.Values.certificateAuthority }}
  {{- if or .secret .configMap }}
  - { name: certificate-authority, mountPath: /etc/workflow/ca, readOnly: true }
  {{- end }}
  {{- end }}
  {{- with concat .root.Values.extraVolumeMounts .values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Liveness and readiness are probed on the metrics port, which callers cannot overload. Takes values. */}}
{{- define "workflow.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: metrics }
  {{- toYaml .values.startupProbe | nindent 2 }}
livenessProbe:
  httpGet: { path: /healthz, port: metrics }
  {{- toYaml .values.livenessProbe | nindent 2 }}
readinessProbe:
  httpGet: { path: /readyz, port: metrics }
  {{- toYaml .values.readinessProbe | nindent 2 }}
{{- end -}}

{{/* How many replicas a drain of machines may stop at once. Takes root, component, values. */}}
{{- define "workflow.disruptionBudget" -}}
{{- $budget := .values.podDisruptionBudget -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "workflow.name" .root }}-{{ .component }}
  labels: {{- include "workflow.labels" .root | nindent 4 }}
spec:
  {{- if not (kindIs "invalid" $budget.minAvailable) }}
  minAvailable: {{ include "workflow.text" $budget.minAvailable }}
  {{- else }}
  maxUnavailable: {{ include "workflow.text" $budget.maxUnavailable }}
  {{- end }}
  # A pod that is not ready serves nobody, so it must not delay a drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "workflow.selector" . | nindent 6 }}
{{- end -}}
